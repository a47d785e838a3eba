import { paths } from '../../../directory/urls.ts';
import { joinBlocks } from '../../format/markdown.ts';

/** What the page of checks is good for where nothing can be typed into it. */
export function renderCheckMarkdown(baseUrl: string): string {
  return joinBlocks(
    '# Check an llms.txt',
    '> Reads the llms.txt of any public site now and says what is wrong, how to fix it, what an agent sees, and what the two reference readers take. Nothing in the directory changes.',
    `    GET ${baseUrl}${paths.checkApi}/example.com`,
    'The answer is JSON. With `Accept: text/event-stream` the progress comes first, then the result.',
    [
      `- [Rules](${baseUrl}${paths.markdown(paths.rules)}): what is checked`,
      `- [API](${baseUrl}${paths.markdown(paths.doc('api'))}): everything else that can be asked`,
    ].join('\n'),
  );
}
