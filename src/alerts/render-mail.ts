import { z } from 'zod';
import { paths } from '../directory/urls.ts';
import { changeSummarySchema } from '../directory/version.ts';
import { formatInstant } from '../site/content/format/dates.ts';
import { failureWords } from '../site/content/format/failure-words.ts';
import { escapeXml } from '../site/content/format/xml.ts';
import { countChanges } from '../site/content/views/domain/change-words.ts';
import type { Message } from '../store/ownership.ts';

export interface MailService {
  readonly serviceName: string;
  readonly baseUrl: string;
}

export interface MailLinks {
  readonly confirm: string;
  readonly unsubscribe: string;
}

/** Renders a message as plain text and as HTML. The message contains no text of a site. */
export function renderMail(message: Message, { serviceName, baseUrl }: MailService, links: MailLinks) {
  const { domain, type } = message;
  const { subject, lines } = toContent(message, links, baseUrl);
  const page = `${baseUrl}${paths.domain(domain)}`;
  const footer = type === 'email.confirmation' ? [] : [`Unsubscribe from emails about ${domain}: ${links.unsubscribe}`];
  const paragraphs = [...lines, page, `This email is from ${serviceName}, ${baseUrl}.`, ...footer];
  return {
    subject: `[${serviceName}] ${subject}`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${paragraphs.map(renderParagraph).join('\n')}\n</body></html>\n`,
  };
}

/** Converts URLs of this service in a text to links, without a final full stop. */
function renderParagraph(text: string): string {
  const html = escapeXml(text).replace(/https?:\/\/[^\s<]*[^\s<.,;:]/g, (url) => `<a href="${url}">${url}</a>`);
  return `<p>${html}</p>`;
}

const changesSchema = z.object({
  version: z.int(),
  changes: changeSummarySchema.pick({ total: true, kinds: true }).nullable(),
});
const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function toContent(
  { domain, type, data }: Message,
  links: MailLinks,
  baseUrl: string,
): { subject: string; lines: string[] } {
  const value = (name: string) => (typeof data[name] === 'string' ? data[name] : 'unknown');
  const time = (name: string) => (ISO_INSTANT.test(value(name)) ? formatInstant(value(name)) : value(name));
  const why = failureWords(value('reason'));
  switch (type) {
    case 'email.confirmation':
      return {
        subject: `Confirm alerts for ${domain}`,
        lines: [
          `Someone who controls ${domain} entered this address for its alerts.`,
          `To get these alerts, open this page within three days and confirm: ${links.confirm}`,
          `Otherwise do nothing, and we will send no other email about ${domain}. To block all further confirmation requests to this address, open this page: ${links.unsubscribe}`,
        ],
      };
    case 'llms_txt.broken':
      return {
        subject: `${domain}: llms.txt is ${value('status')}`,
        lines: [
          `The llms.txt of ${domain} has been ${value('status')} since ${time('since')}: ${why.words}.`,
          ...(why.path === null ? [] : [`Meaning and fix: ${baseUrl}${why.path}`]),
        ],
      };
    case 'llms_txt.recovered':
      return {
        subject: `${domain}: llms.txt is valid again`,
        lines: [`The llms.txt of ${domain} is valid again. It was invalid or unreachable from ${time('since')}.`],
      };
    case 'llms_txt.changed': {
      const changes = changesSchema.safeParse(data).data;
      const number = changes ? ` (version ${changes.version})` : '';
      return {
        subject: `${domain}: llms.txt changed`,
        lines: [
          `The llms.txt of ${domain} changed${number}. We saw the change on ${time('at')}.`,
          ...(changes?.changes ? [`${countChanges(changes.changes)}.`] : []),
          `You get this email because the owner of ${domain} turned on alerts for every new version.`,
        ],
      };
    }
    case 'proof.missing':
      return {
        subject: `${domain}: the proof of ownership is missing`,
        lines: [
          `The proof that verified ${domain} (${value('method')}) has been missing since ${time('since')}.`,
          `Publish it again before ${time('lapses_at')}, or the verification lapses.`,
        ],
      };
    case 'proof.restored':
      return {
        subject: `${domain}: the proof of ownership is back`,
        lines: [`We found the proof that verified ${domain} again (${value('method')}).`],
      };
    case 'ownership.renewed':
      return {
        subject: `${domain}: ownership was verified again`,
        lines: [
          `Someone published a proof of ownership for ${domain} and got a new owner key. The earlier key no longer works. This is the last alert to this address.`,
          `If you did this, enter your addresses again with the new key. If not, someone else controls the site or the DNS of ${domain}. Remove their proof, and verify the domain again.`,
        ],
      };
    case 'verification.lapsed':
      return {
        subject: `${domain}: the verification has lapsed`,
        lines: [
          `The proof that verified ${domain} (${value('method')}) has been missing since ${time('since')}. The verification lapsed, and the owner key is suspended.`,
          'Verify the domain again to get a new key.',
        ],
      };
    default:
      return {
        subject: `${domain}: test`,
        lines: [`This is a test event. The owner of ${domain} requested it.`],
      };
  }
}
