import { createTransport } from 'nodemailer';
import { parseMailAddress } from '../directory/mail-address.ts';
import type { ServerSecrets } from '../ownership/server-secrets.ts';
import { isLoopback } from '../runtime/env.ts';
import type { Message } from '../store/ownership.ts';
import { mailPath } from './mail-links.ts';
import { type MailService, renderMail } from './render-mail.ts';
import type { Sent } from './send-webhook.ts';

export interface MailerOptions extends MailService {
  readonly serverSecrets: ServerSecrets;
  /** URL of the mail server, as `smtp://user:password@host:port`. */
  readonly smtpUrl: string;
  /** Sender of emails. The name is empty if the settings have no name. */
  readonly from: { readonly name: string; readonly address: string };
  readonly now: () => number;
}

export interface Mailer {
  send(message: Message): Promise<Sent>;
  close(): void;
}

/** Timeout of the mail server. The sender tries again later. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

function openTransport(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    // Require encryption, except for a mail server on this machine.
    requireTLS: !isLoopback(smtpUrl),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // Emails contain no file or URL to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Signs in at the mail server and sends nothing. Rejects with the error of the server or connection. */
export async function tryMailServer(smtpUrl: string): Promise<void> {
  const transport = openTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Sends emails through the operator's server to one recipient. The address is never parsed from text. */
export function openMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, baseUrl, serviceName, serverSecrets, now } = options;
  const transport = openTransport(smtpUrl);
  return {
    async send(message) {
      const { domain } = message;
      // Pass one plain address, because the library parses lists from text, also in an envelope.
      const plain = parseMailAddress(message.address, { reserved: true });
      if (!plain.ok || plain.address !== message.address)
        return { result: 'refused', error: 'is not a single plain address' };
      const { address } = plain;
      const mail = { email: address, at: now() };
      const unsubscribe = `${baseUrl}${mailPath(serverSecrets, 'unsubscribe', domain, mail)}`;
      const confirm = `${baseUrl}${mailPath(serverSecrets, 'confirm', domain, mail)}`;
      const { subject, text, html } = renderMail(message, options, { confirm, unsubscribe });
      try {
        await transport.sendMail({
          envelope: { from: from.address, to: [address] },
          from: { name: from.name || serviceName, address: from.address },
          to: { name: '', address },
          subject,
          text,
          html,
          messageId: `<${message.id}@${new URL(baseUrl).hostname}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            // Lets a mail program unsubscribe with one POST (RFC 8058).
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        });
        return { result: 'delivered', error: null };
      } catch (error) {
        return toSendResult(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Commands about the recipient and the message. A refusal of the others is about the operator's settings. */
const COMMANDS_OF_MESSAGE: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

/** A 5xx reply is permanent (RFC 5321 §4.2.1). Keep only codes, because server messages may contain addresses. */
function toSendResult(error: unknown): Sent {
  const facts = error instanceof Error ? error : new Error('unknown');
  // Retry later, because the operator must first fix the settings.
  if ('code' in facts && facts.code === 'ETLS') return { result: 'failed', error: 'the mail server offers no TLS' };
  const code = 'responseCode' in facts && typeof facts.responseCode === 'number' ? facts.responseCode : null;
  if (code !== null) {
    const isPermanent = code >= 500 && 'command' in facts && COMMANDS_OF_MESSAGE.has(facts.command);
    return { result: isPermanent ? 'refused' : 'failed', error: `SMTP ${code}` };
  }
  return { result: 'failed', error: 'code' in facts ? String(facts.code) : 'the mail server rejected it' };
}
