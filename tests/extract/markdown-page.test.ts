import { describe, expect, it } from 'vitest';
import { markdownHeadings } from '../../src/extract/markdown-page.ts';
import { aFetchResult } from '../crawl/fake-net.ts';

const URL_OF_PAGE = 'https://a.example/guide.md';
const WORDS = '\n\nThese are some words.\n';

function listHeadings(text: string): readonly string[] | null {
  const headers = { 'content-type': 'text/markdown' };
  return markdownHeadings(aFetchResult(URL_OF_PAGE, { headers, body: new TextEncoder().encode(text) }));
}

describe('reader of Markdown headings', () => {
  it.each([
    ['of both forms', '# One #\n\nTwo\n===\n', ['One', 'Two']],
    ['with blanks and closing marks', '##  \t One two  ## \t\n', ['One two']],
    ['after the title of the front matter', '---\ntitle: "A title"\n---\n# One\n', ['A title', 'One']],
  ])('reads headings %s', (_, text, headings) => {
    expect(listHeadings(`${text}${WORDS}`)).toEqual(headings);
  });

  // In quadratic time, each of these pages would take minutes.
  it.each([
    ['a heading', `# ${'\t'.repeat(30_000)}${'x'.repeat(600)}`],
    ['a title', `---\ntitle:${' '.repeat(3_000)}${'x'.repeat(600)}\na: b\n---\n# One`],
  ])('needs linear time after a long run of blanks in %s', (_, text) => {
    expect(listHeadings(`${text}${WORDS}`)).toHaveLength(text.startsWith('#') ? 1 : 2);
  });
});
