import type { Owner } from './apiTypes';
import { N8nApiError, RestClient } from './restClient';

/** The login of every n8n that the rig sets up. n8n wants 8 characters, a digit and a capital. */
export const owner: Owner = {
	email: 'demo@example.com',
	password: 'Sandbox1234',
	firstName: 'Demo',
	lastName: 'User',
};

/** Who talks to n8n: its first user, or one who logs in. */
export class N8nSession {
	readonly client: RestClient;

	constructor(url: string) {
		this.client = new RestClient(url);
	}

	/**
	 * Logs the owner in, whom a new n8n gets first.
	 *
	 * @returns false where somebody has changed the login
	 */
	async openSession(): Promise<boolean> {
		if (await this.needsOwner()) {
			await this.client.request('POST', '/rest/owner/setup', owner);
			await this.skipSurvey();
			return true;
		}
		try {
			await this.login(owner.email, owner.password);
			return true;
		} catch (error) {
			if (error instanceof N8nApiError && error.status < 500) return false;
			throw error;
		}
	}

	/** Whether n8n still waits for its first user. */
	private async needsOwner(): Promise<boolean> {
		type Settings = { userManagement: { showSetupOnFirstLoad: boolean } };
		return (await this.client.request<Settings>('GET', '/rest/settings')).userManagement
			.showSetupOnFirstLoad;
	}

	private async login(email: string, password: string): Promise<void> {
		// Older 1.x calls the first field `email`.
		await this.client.request('POST', '/rest/login', {
			emailOrLdapLoginId: email,
			email,
			password,
		});
	}

	/** Answers the questionnaire that would cover the editor at the first visit. */
	private async skipSurvey(): Promise<void> {
		const personalization_survey_submitted_at = new Date().toISOString();
		const answers = {
			version: 'v4',
			personalization_survey_submitted_at,
			personalization_survey_n8n_version: '1.0.0',
		};
		await this.client.request('POST', '/rest/me/survey', answers);
	}
}
