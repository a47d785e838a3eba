import { paths } from '../directory/urls.ts';
import type { Message } from '../store/ownership.ts';

export interface MailService {
  readonly serviceName: string;
  readonly baseUrl: string;
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** What a message says to a person, in plain text. Its data come from our own judgement, never from a site. */
export function renderMail(message: Message, { serviceName, baseUrl }: MailService, links: MailLinks): MailText {
  const { domain, type, data } = message;
  const page = `${baseUrl}${paths.domain(domain)}`;
  const told = (name: string) => (typeof data[name] === 'string' ? data[name] : 'unknown');
  const { subject, lines } = ((): { subject: string; lines: string[] } => {
    switch (type) {
      case 'email.confirmation':
        return {
          subject: `Confirm alerts for ${domain}`,
          lines: [
            `Somebody who controls ${domain} wants to send its alerts to this address.`,
            `If that is right, open this page and confirm: ${links.confirm}`,
            'Otherwise do nothing: no other mail will come.',
          ],
        };
      case 'llms_txt.broken':
        return {
          subject: `${domain}: llms.txt is ${told('status')}`,
          lines: [`The llms.txt of ${domain} is ${told('status')} since ${told('since')}: ${told('reason')}.`],
        };
      case 'llms_txt.recovered':
        return {
          subject: `${domain}: llms.txt is valid again`,
          lines: [`The llms.txt of ${domain} is valid again. It had been failing since ${told('since')}.`],
        };
      case 'proof.missing':
        return {
          subject: `${domain}: the proof of ownership is missing`,
          lines: [
            `The proof that verified ${domain} (${told('method')}) has not been found since ${told('since')}.`,
            `Publish it again before ${told('lapses_at')}, or the verification lapses.`,
          ],
        };
      case 'proof.restored':
        return {
          subject: `${domain}: the proof of ownership is back`,
          lines: [`The proof that verified ${domain} has been found again (${told('method')}).`],
        };
      case 'verification.lapsed':
        return {
          subject: `${domain}: the verification has lapsed`,
          lines: [
            `The proof that verified ${domain} stayed away for more than seven days: the verification has lapsed and the owner key is suspended.`,
            'Verify the domain again to get a new key.',
          ],
        };
      default:
        return {
          subject: `${domain}: test`,
          lines: [`This is the test event that the owner of ${domain} has asked for.`],
        };
    }
  })();
  const foot = type === 'email.confirmation' ? [] : [`No more mail about ${domain}: ${links.unsubscribe}`];
  return { subject: `[${serviceName}] ${subject}`, text: `${[...lines, page, ...foot].join('\n\n')}\n` };
}

export interface MailLinks {
  readonly confirm: string;
  readonly unsubscribe: string;
}
