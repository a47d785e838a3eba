import type { ServerSecrets } from '../ownership/server-secrets.ts';
import type { Env } from '../runtime/env.ts';
import { type Mailer, openMailer } from './mailer.ts';

/** Opens the mail server of the settings, or returns null. */
export function openConfiguredMailer(env: Env, serverSecrets: ServerSecrets, now: () => number): Mailer | null {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, BASE_URL: baseUrl, SERVICE_NAME: serviceName } = env;
  return smtpUrl && from ? openMailer({ smtpUrl, from, baseUrl, serviceName, serverSecrets, now }) : null;
}
