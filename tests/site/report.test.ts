import { describe, expect, it } from 'vitest';
import { createPreview, lint, summarizeReaders } from '#llmstxt';
import { mark, renderMarkup } from '../../src/site/markup.ts';
import { mend, placeKey } from '../../src/site/views/check/fix-text.ts';
import { markReport } from '../../src/site/views/check/report.ts';

function reportOf(text: string, place = 'visit'): string {
  const { findings, document } = lint({ body: text });
  const report = {
    text,
    whole: true,
    url: null,
    findings,
    preview: document && createPreview(document),
    readers: summarizeReaders(text),
  };
  return markReport(report, place).map(renderMarkup).join('');
}

describe('markup as data', () => {
  it('escapes text and attributes', () => {
    const hostile = `"><script>alert('1')</script>&`;
    const html = renderMarkup(mark('a', { title: hostile }, hostile, null));
    expect(html).not.toContain('<script');
    expect(html.match(/"/g)).toHaveLength(2);
    expect(html).toContain('&amp;');
  });

  it('nests in order', () => {
    expect(renderMarkup(mark('p', { class: 'x' }, 'a', mark('b', {}, 'c'), 'd'))).toBe('<p class="x">a<b>c</b>d</p>');
  });
});

describe('what can be mended by copying', () => {
  it.each([
    ['a heading without its blank', '# A\n\n> S\n\n##Docs\n\n- [a](https://a.net/a): b\n', 5, '## Docs'],
    ['another bullet', '# A\n\n> S\n\n## Docs\n\n* [a](https://a.net/a): b\n', 7, '- [a](https://a.net/a): b'],
  ])('%s', (_, text, line, after) => {
    const mending = mend(text, null, true);
    const places = lint({ body: text })
      .findings.filter((finding) => finding.line === line)
      .flatMap((finding) => mending.places.get(placeKey(finding)) ?? []);
    expect(places.map((place) => place.after)).toContain(after);
    expect(mending.text).toContain(after);
  });

  it('nothing of a good file, and not the whole of a file that is known in part', () => {
    const good = '# A\n\n> S\n\n## Docs\n\n- [a](https://a.net/a): b\n';
    expect(mend(good, null, true)).toMatchObject({ text: null });
    expect(mend('# A\n\n##Docs\n', null, false).text).toBeNull();
  });
});

describe('a report', () => {
  it('marks the line of a finding and leads from one to the other', () => {
    const html = reportOf('# A\n\n> S\n\n##Docs\n\n- [a](https://a.net/a): b\n');
    const [, finding] = /<li id="visit-line-5" class="warning">.*?href="#(visit-finding-[^"]+)"/.exec(html) ?? [];
    expect(finding).toBeDefined();
    expect(html).toContain(`id="${finding}"`);
    expect(html).toContain('href="#visit-line-5"');
  });

  it('has no id twice, nor one of another report on the page', () => {
    const text = '#A\n\n##Docs\n\n* [a](/a)\n* [b](/b)\n- no link\n';
    const ids = [...`${reportOf(text)}${reportOf(text, 'paste')}`.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows a hostile file as text', () => {
    const html = reportOf(
      '# <img src=x onerror=alert(1)>\n\n> </code></pre><script>alert(1)</script>\n\n## "><svg onload=alert(1)>\n\n- [x](javascript:alert(1)): y\n- [z\u202e](https://a.net/"onclick="alert(1)): w\n',
    );
    expect(html).not.toMatch(/<(?:img|script|svg)/);
    expect(html).not.toMatch(/href="javascript:/);
    expect(html).not.toMatch(/ onclick="/);
    // What is there to be copied stands as it is, in a block of its own.
    expect(html.replace(/<pre.*?<\/pre>/gs, '')).not.toContain('\u202e');
  });

  it('stays small for a file of 100,000 lines', () => {
    expect(reportOf('# A\n\n## B\n\n'.concat('x\n'.repeat(100_000))).length).toBeLessThan(400_000);
  });

  it('says so when the file is empty', () => {
    expect(reportOf('')).toContain('There is nothing in it.');
  });
});

describe('what the reference readers take', () => {
  it('is told for both, in short', () => {
    const [python, javascript] = summarizeReaders('# A\n> S\n\nText\n\n## Docs\n- [a](https://a.net/a): b\n* c\n');
    expect(python).toMatchObject({ reader: 'python', reads: false, links: 0 });
    expect(javascript).toMatchObject({ reader: 'javascript', reads: true, sections: 1, links: 1 });
    expect(javascript?.losses).toMatchObject([{ kind: 'line', line: 8 }]);
  });

  it('is cut where a title is a book', () => {
    const [python] = summarizeReaders(`# ${'x'.repeat(10_000)}\n\ntext\n`);
    expect(python?.title?.length).toBeLessThanOrEqual(600);
  });
});
