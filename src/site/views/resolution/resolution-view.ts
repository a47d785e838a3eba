import { MAX_ADDRESS_CHARACTERS } from '../../../directory/page-address.ts';
import type { Resolution } from '../../../directory/resolution.ts';
import { paths } from '../../../directory/urls.ts';
import { formatDate } from '../../format/dates.ts';
import { cleanText } from '../../format/untrusted-text.ts';

const MAX_TITLE_CHARACTERS = 200;
const MAX_NOTES_CHARACTERS = 500;

/** Page that finds the llms.txt of a page. `resolution` is null before a request. */
export function resolutionView(resolution: Resolution | null) {
  return {
    title: resolution === null ? 'Find the llms.txt of a page' : `The llms.txt of a page of ${resolution.domain}`,
    description:
      'From the address of any page to the llms.txt that covers it, what that file says about the page, and its Markdown version. Nothing is fetched for the answer.',
    lede: 'Enter the address of a page to see which llms.txt covers it, what that file says about the page, and its Markdown version if we have found one.',
    found: resolution && foundView(resolution),
  };
}
export type ResolutionView = ReturnType<typeof resolutionView>;

/** Describes the Markdown version of a page in a sentence. */
export function markdownSentence({ url, by, tested_at }: NonNullable<Resolution['markdown']>): string {
  const how = by === 'accept' ? 'with the header Accept: text/markdown at' : 'at';
  return `It can be read as Markdown ${how} ${url} (tested ${formatDate(tested_at)}).`;
}

function foundView({ url, domain, file, entry, markdown }: Resolution) {
  return {
    asked: cleanText(url, MAX_ADDRESS_CHARACTERS),
    domain,
    domainPath: paths.domain(domain),
    file: file && {
      url: file.url,
      title: file.title && cleanText(file.title, MAX_TITLE_CHARACTERS),
      scope: `It covers the pages under ${file.scope}`,
    },
    entry: entry && {
      title: cleanText(entry.title, MAX_TITLE_CHARACTERS),
      section: entry.section && cleanText(entry.section, MAX_TITLE_CHARACTERS),
      notes: entry.notes && cleanText(entry.notes, MAX_NOTES_CHARACTERS),
    },
    markdown: markdown && {
      url: markdown.url,
      words: markdown.by === 'accept' ? 'As Markdown, with the header Accept: text/markdown' : 'As Markdown',
      tested: `Tested on ${formatDate(markdown.tested_at)}`,
    },
    sentence:
      file === null
        ? `The directory knows no llms.txt of ${domain} that covers this page.`
        : entry === null
          ? 'The file does not list this page.'
          : 'The file lists this page:',
  };
}
