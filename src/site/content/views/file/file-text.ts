import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { quote } from '../../format/quote.ts';
import { cleanText } from '../../format/untrusted-text.ts';

const MAX_TITLE_CHARACTERS = 80;

interface FileAnswer {
  readonly domain: string;
  readonly last_checked: string | null;
  readonly sections: readonly { readonly title: string; readonly links: number }[];
  readonly section: string | null;
  readonly text: string;
  readonly page: number;
  readonly pages: number;
  readonly bytes: number;
}

export function renderFileText(answer: FileAnswer): string {
  const { domain, sections, section, text, page, pages, bytes, last_checked } = answer;
  if (text === '') {
    return `The llms.txt of ${domain} has ${formatQuantity(pages, 'page')}; page ${page} is past the end.`;
  }
  const what = section === null ? 'The llms.txt' : 'One section of the llms.txt';
  const outline = sections
    .map(({ title, links }) => `- ${cleanText(title, MAX_TITLE_CHARACTERS)} (${formatQuantity(links, 'link')})`)
    .join('\n');
  return [
    `${what} of ${domain}, page ${page} of ${pages} (${bytes} bytes in all), as of ${last_checked ?? 'its last visit'}.`,
    quote(domain, text),
    ...(page < pages ? [`Next: page ${page + 1} continues it.`] : []),
    ...(section === null && pages > 1 && sections.length > 0
      ? ['Or pass one of its section titles as `section`:', quote(domain, outline)]
      : []),
  ].join('\n');
}
