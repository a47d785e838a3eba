import { describe, expect, it } from 'vitest';
import { listPages } from './quality-text.ts';

function listTargets(text: string): string[] {
  return listPages(text).map(({ target }) => target);
}

describe('list of pages', () => {
  it.each<[string, string, string[]]>([
    ['links of a list', '# T\n- [A](/a)\n- [B](/b)', ['https://example.com/a', 'https://example.com/b']],
    ['links in a sentence', '# T\nSee [A](https://example.com/a) for more.', ['https://example.com/a']],
    ['links of a table', '# T\n| Page |\n|---|\n| [A](https://example.com/a) |', ['https://example.com/a']],
    ['links of headings', '# T\n## [A](https://example.com/a)\nWhat it says.', ['https://example.com/a']],
    ['addresses with a label', '# T\n- Prices: https://example.com/prices', ['https://example.com/prices']],
    ['broken links', '# T\n- [Prices] (https://example.com/prices)', ['https://example.com/prices']],
    ['wrapped links once', '# T\n- [Prices of\n  bikes](https://example.com/prices)', ['https://example.com/prices']],
    ['paths', '# T\n- `/prices` what it costs', ['https://example.com/prices']],
    ['endpoints', '# T\n### GET /v1/sites/{id}\nOne site.', ['https://example.com/v1/sites/{id}']],
    ['addresses in code', '# T\n- `https://example.com/a`', ['https://example.com/a']],
    ['addresses of the site without a scheme', '# T\n- Prices: example.com/prices', ['https://example.com/prices']],
  ])('contains %s', (_, text, expected) => {
    expect(listTargets(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['mail and telephone', '# T\n- [Write](mailto:a@example.com)\n- [Call](tel:+123)'],
    ['anchors of the file itself', '# T\n- [Prices](#prices)'],
    ['fenced code', '# T\n```\ncurl https://example.com/a\nGET /v1/sites\n```'],
    ['directives for robots', 'User-agent: *\nDisallow: /admin\nAllow: /shop'],
    ['words with a slash', '# T\nOpen 24/7, and/or by phone, km/h'],
    ['names of other sites', '# T\nWorks with vue.js/nuxt and other.example/tools'],
    ['tags', '# T\n> Put `<script>` and </script> in the head, and <b>bold</b> elsewhere.'],
    ['images', '# T\n![Logo](https://example.com/logo.png)'],
  ])('does not contain %s', (_, text) => {
    expect(listTargets(text)).toEqual([]);
  });

  it('includes the text around each page up to the next page or heading', () => {
    const text = '# T\n## Docs\n- [A](/a): notes on a\n  and more\n- [B](/b)\n\n## Other\nNothing';
    const after = listPages(text).map(({ end, to }) => text.slice(end, to));
    expect(after).toEqual([': notes on a\n  and more\n', '\n\n']);
  });

  it('assigns each page to its heading and line', () => {
    const pages = listPages('# T\r\n- [A](/a)\r\n## One\r\n- [B](/b)\r\n- [C](/c)\r\n\r\nTwo\r\n---\r\n- [D](/d)');
    expect(pages.map(({ name, line, group }) => [name, line, group])).toEqual([
      ['A', 2, 0],
      ['B', 4, 1],
      ['C', 5, 1],
      ['D', 9, 2],
    ]);
  });
});
