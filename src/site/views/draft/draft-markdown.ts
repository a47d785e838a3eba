import { paths } from '../../../directory/urls.ts';
import { joinBlocks } from '../../format/markdown.ts';

/** What the page of drafts is good for where nothing can be typed into it. */
export function renderDraftMarkdown(baseUrl: string): string {
  return joinBlocks(
    '# Draft an llms.txt',
    '> Reads the homepage, the sitemap and page titles of any public site and drafts an llms.txt from them. It invents nothing; it takes up to 30 seconds.',
    `    GET ${baseUrl}${paths.generateApi}/example.com`,
    'The answer is JSON with the draft in `text`. With `Accept: text/event-stream` the progress comes first, then the result.',
    [
      `- [Check](${baseUrl}${paths.markdown(paths.check)}): validate what you have published`,
      `- [For owners](${baseUrl}${paths.markdown(paths.doc('owners'))}): register the site and prove control of it`,
    ].join('\n'),
  );
}
