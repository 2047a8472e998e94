/** Twelve texts per language, in the order of the destructuring below, separated by | or a line break. */
const TABLE: Record<string, string> = {
	en: `Your response is needed | Your response | Send | Thank you | Approve | Decline
		Enter a response first. | You can close this page now. | This question is closed
		It has already been answered, or it has expired. You do not need to do anything.
		Something went wrong | Your response was not saved. Please open the link again in a few minutes.`,
	id: `Mohon tanggapan Anda | Tanggapan Anda | Kirim | Terima kasih | Setujui | Tolak
		Tulis tanggapan Anda terlebih dahulu. | Anda dapat menutup halaman ini sekarang. | Pertanyaan ini sudah ditutup
		Pertanyaan ini sudah dijawab atau batas waktunya telah lewat. Tidak ada lagi yang perlu Anda lakukan.
		Terjadi kesalahan | Belum ada yang diputuskan. Silakan buka kembali tautan ini beberapa menit lagi.`,
	ms: `Maklum balas anda diperlukan | Maklum balas anda | Hantar | Terima kasih | Luluskan | Tolak
		Masukkan maklum balas anda dahulu. | Anda boleh menutup halaman ini sekarang. | Soalan ini telah ditutup
		Soalan ini telah dijawab, atau tempohnya telah tamat. Tiada apa-apa lagi yang perlu dilakukan.
		Ralat telah berlaku | Belum ada apa-apa yang diputuskan. Sila buka semula pautan ini dalam beberapa minit.`,
	es: `Se necesita su respuesta | Su respuesta | Enviar | Gracias | Aprobar | Rechazar
		Escriba primero una respuesta. | Ya puede cerrar esta página. | Esta pregunta está cerrada
		Ya se ha respondido o el plazo ha terminado. No tiene que hacer nada más.
		Algo ha fallado | No se ha decidido nada. Vuelva a abrir el enlace dentro de unos minutos.`,
	pt: `Precisamos da sua resposta | A sua resposta | Enviar | Obrigado | Aprovar | Recusar
		Escreva primeiro uma resposta. | Já pode fechar esta página. | Esta pergunta está encerrada
		Já foi respondida ou o prazo terminou. Não há mais nada a fazer.
		Ocorreu um erro | Nada foi decidido. Abra o link novamente dentro de alguns minutos.`,
	de: `Ihre Antwort wird benötigt | Ihre Antwort | Senden | Vielen Dank | Genehmigen | Ablehnen
		Geben Sie zuerst eine Antwort ein. | Sie können diese Seite jetzt schließen. | Diese Frage ist geschlossen
		Sie wurde bereits beantwortet, oder die Frist ist abgelaufen. Sie müssen nichts weiter tun.
		Etwas ist schiefgelaufen | Es wurde nichts entschieden. Bitte öffnen Sie den Link in einigen Minuten erneut.`,
	fr: `Votre réponse est attendue | Votre réponse | Envoyer | Merci | Approuver | Refuser
		Saisissez d’abord une réponse. | Vous pouvez maintenant fermer cette page. | Cette question est close
		Une réponse a déjà été donnée ou le délai est écoulé. Vous n’avez plus rien à faire.
		Une erreur s’est produite | Rien n’a été décidé. Veuillez rouvrir le lien dans quelques minutes.`,
	it: `È richiesta la Sua risposta | La Sua risposta | Invia | Grazie | Approva | Rifiuta
		Inserisca prima una risposta. | Ora può chiudere questa pagina. | Questa domanda è chiusa
		Qualcuno ha già risposto oppure il tempo è scaduto. Non deve fare altro.
		Si è verificato un errore | Non è stato deciso nulla. Riapra il link tra qualche minuto.`,
	nl: `Uw antwoord is nodig | Uw antwoord | Versturen | Bedankt | Goedkeuren | Afwijzen
		Vul eerst een antwoord in. | U kunt deze pagina nu sluiten. | Deze vraag is gesloten
		De vraag is al beantwoord of de tijd is verstreken. U hoeft niets meer te doen.
		Er is iets misgegaan | Er is niets besloten. Open de link over een paar minuten opnieuw.`,
	tr: `Yanıtınız bekleniyor | Yanıtınız | Gönder | Teşekkür ederiz | Onayla | Reddet
		Önce bir yanıt yazın. | Bu sayfayı artık kapatabilirsiniz. | Bu soru kapandı
		Soru zaten yanıtlandı ya da süresi doldu. Yapmanız gereken başka bir şey yok.
		Bir sorun oluştu | Hiçbir karar verilmedi. Lütfen bağlantıyı birkaç dakika sonra yeniden açın.`,
	ar: `نحتاج إلى ردّك | ردّك | إرسال | شكرًا لك | موافقة | رفض
		يُرجى كتابة رد أولًا. | يمكنك إغلاق هذه الصفحة الآن. | هذا السؤال مغلق
		تمت الإجابة عن السؤال بالفعل أو انتهى وقته. لا يلزمك فعل أي شيء آخر.
		حدث خطأ ما | لم يُتخذ أي قرار. يُرجى فتح الرابط مرة أخرى بعد بضع دقائق.`,
	hi: `आपके उत्तर की आवश्यकता है | आपका उत्तर | भेजें | धन्यवाद | स्वीकार करें | अस्वीकार करें
		पहले अपना उत्तर लिखें। | अब आप यह पेज बंद कर सकते हैं। | यह प्रश्न बंद हो चुका है
		इसका उत्तर पहले ही दिया जा चुका है या इसका समय समाप्त हो गया है। आपको और कुछ नहीं करना है।
		कुछ गड़बड़ हो गई | कोई निर्णय नहीं हुआ है। कृपया कुछ मिनट बाद लिंक फिर से खोलें।`,
	'zh-Hans': `需要您的答复 | 您的答复 | 发送 | 谢谢 | 同意 | 拒绝
		请先输入答复。 | 您现在可以关闭此页面。 | 此问题已关闭
		此问题已有答复，或已超过时限。您无需再进行任何操作。
		出了点问题 | 尚未作出任何决定。请过几分钟再打开此链接。`,
	'zh-Hant': `需要您的回覆 | 您的回覆 | 傳送 | 謝謝 | 同意 | 拒絕
		請先輸入回覆。 | 您現在可以關閉此頁面。 | 此問題已關閉
		此問題已有回覆，或已超過時限。您無需再進行任何操作。
		發生錯誤 | 尚未做出任何決定。請過幾分鐘再開啟此連結。`,
	ja: `ご回答をお願いします | ご回答 | 送信 | ありがとうございます | 承認 | 却下
		先に回答を入力してください。 | このページを閉じていただいて構いません。 | この質問の受付は終了しました
		すでに回答済みか、回答期限を過ぎています。これ以上の操作は必要ありません。
		問題が発生しました | まだ何も決定されていません。数分後にもう一度リンクを開いてください。`,
	vi: `Chúng tôi cần phản hồi của bạn | Phản hồi của bạn | Gửi | Xin cảm ơn | Đồng ý | Từ chối
		Vui lòng nhập phản hồi trước. | Bây giờ bạn có thể đóng trang này. | Câu hỏi này đã đóng
		Câu hỏi đã được trả lời hoặc đã hết thời hạn. Bạn không cần làm gì thêm.
		Đã xảy ra sự cố | Chưa có quyết định nào được đưa ra. Vui lòng mở lại liên kết sau vài phút.`,
	th: `โปรดตอบคำถามนี้ | คำตอบของคุณ | ส่ง | ขอบคุณ | อนุมัติ | ปฏิเสธ
		โปรดพิมพ์คำตอบก่อน | คุณสามารถปิดหน้านี้ได้แล้ว | คำถามนี้ปิดแล้ว
		มีการตอบคำถามนี้แล้ว หรือหมดเวลาตอบแล้ว คุณไม่ต้องดำเนินการใดๆ อีก
		เกิดข้อผิดพลาด | ยังไม่มีการตัดสินใจใดๆ โปรดเปิดลิงก์อีกครั้งในอีกไม่กี่นาที`,
	ru: `Требуется ваш ответ | Ваш ответ | Отправить | Спасибо | Одобрить | Отклонить
		Сначала введите ответ. | Теперь эту страницу можно закрыть. | Этот вопрос закрыт
		На него уже ответили, или время истекло. Больше ничего делать не нужно.
		Что-то пошло не так | Решение не принято. Откройте ссылку ещё раз через несколько минут.`,
};

/** The languages of the page, English first; `tag` and `dir` as the HTML attributes `lang` and `dir`. */
export const LANGUAGES = Object.entries(TABLE).map(([tag, sentences]) => {
	const [heading, label, send, thanks, approve, decline, ...others] =
		sentences.split(/\s*[|\n]\s*/);
	const [alert, goodbye, ending, reason, failure, notSaved] = others;
	const notices = { thanks, goodbye, ending, reason, failure, notSaved };
	const texts = { heading, label, send, approve, decline, alert, ...notices };
	return { tag, dir: tag === 'ar' ? 'rtl' : 'ltr', texts };
});

export type Language = (typeof LANGUAGES)[number];

/** The first language of the header `Accept-Language` that the page is translated into, or English. */
export function readersLanguage(accepted = ''): Language {
	const entries = accepted.toLowerCase().split(/\s*,\s*/);
	const tags = entries.sort((a, b) => weightOf(b) - weightOf(a)).map(tagOf);
	const languages = tags.map((tag) => LANGUAGES.find((language) => language.tag === tag));
	return languages.find(Boolean) ?? LANGUAGES[0];
}

const weightOf = (entry: string) => Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1);

function tagOf(entry: string): string {
	const [primary] = entry.split(/[-;]/);
	// Indonesian had this code until 1989, and old Android phones still send it.
	if (primary === 'in') return 'id';
	if (primary !== 'zh') return primary;
	return /^zh-(hant|tw|hk|mo)\b/.test(entry) ? 'zh-Hant' : 'zh-Hans';
}
