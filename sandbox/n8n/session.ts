import type { Owner } from './api-types';
import { RestClient } from './rest-client';

/** Who talks to n8n: its first user, or one who logs in. */
export class N8nSession {
	readonly client: RestClient;

	constructor(url: string) {
		this.client = new RestClient(url);
	}

	/** Whether n8n still waits for its first user. */
	async needsOwner(): Promise<boolean> {
		type Settings = { userManagement: { showSetupOnFirstLoad: boolean } };
		return (await this.client.request<Settings>('GET', '/rest/settings')).userManagement.showSetupOnFirstLoad;
	}

	/** Creates the first user, who is logged in from then on. */
	async setupOwner(owner: Owner): Promise<void> {
		await this.client.request('POST', '/rest/owner/setup', owner);
	}

	async login(email: string, password: string): Promise<void> {
		// Older 1.x calls the first field `email`.
		await this.client.request('POST', '/rest/login', { emailOrLdapLoginId: email, email, password });
	}

	/** Answers the questionnaire that would cover the editor at the first visit. */
	async skipSurvey(): Promise<void> {
		const personalization_survey_submitted_at = new Date().toISOString();
		const answers = { version: 'v4', personalization_survey_submitted_at, personalization_survey_n8n_version: '1.0.0' };
		await this.client.request('POST', '/rest/me/survey', answers);
	}
}
