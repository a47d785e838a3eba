import type { Resolution } from '../../../../directory/resolution.ts';
import { quote } from '../../format/quote.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import { markdownSentence } from './resolution-view.ts';

const MAX_TITLE_CHARACTERS = 80;
const MAX_NOTES_CHARACTERS = 160;

/** Renders the file of a page as the text of a tool's answer. */
export function renderResolutionText({ domain, file, entry, markdown }: Resolution): string {
  const version = markdown === null ? '' : ` ${markdownSentence(markdown)}`;
  if (file === null) return `The directory has no llms.txt of ${domain} that covers the page.${version}`;
  const scope = file.via !== 'root' ? `, as all pages under ${file.scope}` : '';
  const covered = `${file.url} covers the page${scope}.${version}`;
  if (entry === null) return `${covered} It does not list the page. Next: ${describeReading(file, domain)}.`;
  const { title, section, notes } = entry;
  const line = [title && cleanText(title, MAX_TITLE_CHARACTERS), notes && cleanText(notes, MAX_NOTES_CHARACTERS)];
  const place = section === null ? '' : ` (section: ${cleanText(section, MAX_TITLE_CHARACTERS)})`;
  return [
    `${covered} It lists the page:`,
    quote(domain, `${line.filter(Boolean).join(': ')}${place}`),
    `Next: fetch ${markdown === null ? 'the page' : 'its Markdown version'}, or ${describeReading(file, domain)} for other links.`,
  ].join('\n');
}

/** Describes how to read a file. The tool reads only the main file of a site. */
export function describeReading({ url, via }: NonNullable<Resolution['file']>, domain: string): string {
  return via === 'root' ? `read_llms_txt with domain ${domain}` : `fetch ${url}`;
}
