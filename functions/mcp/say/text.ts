import type { z } from 'zod';
import type { textSchema } from '../../../src/operations/read-text.ts';
import { showText } from '../../../src/site/third-party.ts';
import { quote } from '../quote.ts';
import { count } from './count.ts';

const MAX_TITLE = 80;

export function sayText(answer: z.infer<typeof textSchema>): string {
  const { domain, sections, section, text, page, pages, bytes, last_checked } = answer;
  if (text === '') {
    return `The llms.txt of ${domain} has ${count(pages, 'page')}; page ${page} is past the end.`;
  }
  const what = section === null ? 'The llms.txt' : 'One section of the llms.txt';
  const outline = sections
    .map(({ title, links }) => `- ${showText(title, MAX_TITLE)} (${count(links, 'link')})`)
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
