import { z } from 'zod';
import { paths } from '../directory/urls.ts';
import { changeSummarySchema } from '../directory/version.ts';
import { formatInstant } from '../site/format/dates.ts';
import { failureWords } from '../site/format/failure-words.ts';
import { escapeXml } from '../site/format/xml.ts';
import { countChanges } from '../site/views/domain/change-words.ts';
import type { Message } from '../store/ownership.ts';

export interface MailService {
  readonly serviceName: string;
  readonly baseUrl: string;
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailLinks {
  readonly confirm: string;
  readonly unsubscribe: string;
}

/** Renders a message as plain text and as HTML. Its data comes from our judging, never from a site. */
export function renderMail(message: Message, { serviceName, baseUrl }: MailService, links: MailLinks): MailText {
  const { domain, type } = message;
  const { subject, lines } = contentOf(message, links, baseUrl);
  const page = `${baseUrl}${paths.domain(domain)}`;
  const footer = type === 'email.confirmation' ? [] : [`No more mail about ${domain}: ${links.unsubscribe}`];
  const paragraphs = [...lines, page, `This mail is from ${serviceName}, ${baseUrl}.`, ...footer];
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

/** Texts of a message. */
function contentOf(
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
          `Somebody who controls ${domain} wants to send its alerts to this address.`,
          `If that is right, open this page within three days and confirm: ${links.confirm}`,
          `Otherwise do nothing, and no other mail about ${domain} will come. So that nobody can ask for this address again, open this page: ${links.unsubscribe}`,
        ],
      };
    case 'llms_txt.broken':
      return {
        subject: `${domain}: llms.txt is ${value('status')}`,
        lines: [
          `The llms.txt of ${domain} has been ${value('status')} since ${time('since')}: ${why.words}.`,
          ...(why.path === null ? [] : [`What that means and how to fix it: ${baseUrl}${why.path}`]),
        ],
      };
    case 'llms_txt.recovered':
      return {
        subject: `${domain}: llms.txt is valid again`,
        lines: [`The llms.txt of ${domain} is valid again. It had been failing since ${time('since')}.`],
      };
    case 'llms_txt.changed': {
      const changes = changesSchema.safeParse(data).data;
      const number = changes ? ` (version ${changes.version})` : '';
      return {
        subject: `${domain}: llms.txt changed`,
        lines: [
          `The llms.txt of ${domain} has changed${number}, as the visit of ${time('at')} has found.`,
          ...(changes?.changes ? [`${countChanges(changes.changes)}.`] : []),
          `You get this mail because the owner of ${domain} wants to know of every new version.`,
        ],
      };
    }
    case 'proof.missing':
      return {
        subject: `${domain}: the proof of ownership is missing`,
        lines: [
          `The proof that verified ${domain} (${value('method')}) has not been found since ${time('since')}.`,
          `Publish it again before ${time('lapses_at')}, or the verification lapses.`,
        ],
      };
    case 'proof.restored':
      return {
        subject: `${domain}: the proof of ownership is back`,
        lines: [`The proof that verified ${domain} has been found again (${value('method')}).`],
      };
    case 'ownership.renewed':
      return {
        subject: `${domain}: ownership was proved again`,
        lines: [
          `Somebody has published a proof of ownership for ${domain} and got a new owner key. The earlier key has ended, and this is the last alert to this address.`,
          `If that was you, enter your addresses again with the new key. If it was not, somebody else controls the site or the DNS of ${domain}: remove the proof that you find there, and verify the domain again.`,
        ],
      };
    case 'verification.lapsed':
      return {
        subject: `${domain}: the verification has lapsed`,
        lines: [
          `The proof that verified ${domain} (${value('method')}) has not been found since ${time('since')}: the verification has lapsed and the owner key is suspended.`,
          'Verify the domain again to get a new key.',
        ],
      };
    default:
      return {
        subject: `${domain}: test`,
        lines: [`This is the test event that the owner of ${domain} has asked for.`],
      };
  }
}
