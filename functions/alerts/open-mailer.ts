import type { Context } from '../context.ts';
import { type Mailer, noMailer, openMailer } from './mail.ts';

/** The mail server that the settings name, or none. */
export function openMailerOf({ env, serverSecret }: Pick<Context, 'env' | 'serverSecret'>): Mailer {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, BASE_URL: baseUrl, SERVICE_NAME: serviceName } = env;
  return smtpUrl && from ? openMailer({ smtpUrl, from, baseUrl, serviceName, serverSecret }) : noMailer;
}
