import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { createPreview, lint, summarizeReaders } from '#llmstxt';
import { diffView } from '../../../src/site/content/views/check/diff-view.ts';
import { fixText } from '../../../src/site/content/views/check/fix-text.ts';
import { reportView } from '../../../src/site/content/views/check/report-view.ts';
import { qualityView } from '../../../src/site/content/views/quality/quality-view.ts';
import { Report } from '../../../src/site/look/components/Report.tsx';

function renderReport(text: string, id = 'visit', wholePath: string | null = null): string {
  const { findings, unbroken, document, assessment, quality } = lint({ body: text });
  const view = reportView({
    text,
    isWhole: true,
    url: null,
    wholePath,
    quality: assessment && qualityView(assessment, quality),
    findings,
    unbroken,
    preview: document && createPreview(document),
    readers: summarizeReaders(text),
  });
  return renderToString(h(Report, { view, id }));
}

/** Lines that break rules, with long texts. */
const FAULTS = [
  '# Another',
  '###Deep',
  '* [a](/a) text',
  'x'.repeat(2_000),
  '<b>html</b>',
  '- https://a.net',
  '##B',
  '- no',
];

describe('copyable fix', () => {
  it.each([
    ['a heading without its blank', '# A\n\n> S\n\n##Docs\n\n- [a](https://a.net/a): b\n', 5, '## Docs'],
    ['another bullet', '# A\n\n> S\n\n## Docs\n\n* [a](https://a.net/a): b\n', 7, '- [a](https://a.net/a): b'],
  ])('repairs %s', (_, text, line, after) => {
    const fixes = fixText(text, null, true);
    const found = lint({ body: text }).findings.filter((finding) => finding.line === line);
    expect(found.map(fixes.replacementOf)).toContain(after);
    expect(fixes.text).toContain(after);
  });

  it('omits the full text for a good file, and for a partly known file', () => {
    const good = '# A\n\n> S\n\n## Docs\n\n- [a](https://a.net/a): b\n';
    expect(fixText(good, null, true).text).toBeNull();
    expect(fixText('# A\n\n##Docs\n', null, false).text).toBeNull();
  });
});

describe('list of changes in a fixed file', () => {
  it('shows changed lines with context', () => {
    const before = '# A\n\n> S\n\n##Docs\n\n- [a](https://a.net/a): b\n';
    const { summary, hunks } = diffView(before, before.replace('##Docs', '## Docs'));
    expect(summary).toBe('1 line added, 1 line removed');
    expect(hunks).toEqual([
      {
        heading: 'From line 3',
        lines: [
          { sign: ' ', text: '> S' },
          { sign: ' ', text: '' },
          { sign: '-', text: '##Docs' },
          { sign: '+', text: '## Docs' },
          { sign: ' ', text: '' },
          { sign: ' ', text: '- [a](https://a.net/a): b' },
        ],
      },
    ]);
  });

  const numbered = (start: string) => Array.from({ length: 500 }, (_, at) => `${start} ${at}\n`).join('');
  it.each([
    ['# A\r\n\r\n> S\r\n', '# A\n\n> S\n', 'Only line ends and characters that cannot be seen change.'],
    [numbered('*'), numbered('-'), 'Too many lines change to show each line.'],
  ])('becomes a sentence if too few or too many lines changed', (before, after, summary) =>
    expect(diffView(before, after)).toEqual({ summary, hunks: [], more: null }),
  );

  it('ends after 24 lines with a note', () => {
    const lines = (bullet: string) => Array.from({ length: 100 }, (_, at) => `${bullet} ${at}\n`).join('');
    const { summary, hunks, more } = diffView(lines('*'), lines('-'));
    expect(summary).toBe('100 lines added, 100 lines removed');
    expect(hunks.map((hunk) => hunk.lines.length)).toEqual([24]);
    expect(more).toBe('176 more lines not shown.');
  });

  it('marks lines by signs, and by words for a screen reader', () => {
    const html = renderReport('# A\n\n> S\n\n##Docs\n\n- [a](https://a.net/a): b\n');
    expect(html).toContain('1 finding fixed automatically; nothing was removed.');
    expect(html).toMatch(
      /class="removed"><span class="sign" aria-hidden="true">-<\/span><code[^>]*><span[^>]*>Removed: <\/span>##Docs/,
    );
    expect(html).toMatch(
      /class="added"><span class="sign" aria-hidden="true">\+<\/span><code[^>]*><span[^>]*>Added: <\/span>## Docs/,
    );
  });
});

describe('a report', () => {
  it.each([
    ['an empty file', '', 'There is nothing in it.'],
    ['sections in the direction of their links', '# A\n\n## B\n\n- [a](/a): b\n', 'class="outline-section" dir="auto"'],
    ['headings without links', '# A\n\n## B\n\n- [a](/a): b\n\n## C\n', '<summary>1 heading without links</summary>'],
    [
      'the place of a long fixed file',
      `# A\n\n> S\n\n## B\n\n${'* [a](https://a.net/a): b\n'.repeat(300)}`,
      '<p data-whole="true"><a href="/whole">The whole file</a></p>',
    ],
  ])('shows %s', (_, text, shown) => expect(renderReport(text, 'visit', '/whole')).toContain(shown));

  it('links a finding and its line in both directions', () => {
    const html = renderReport('# A\n\n> S\n\n##Docs\n\n- [a](https://a.net/a): b\n');
    const [, finding] =
      /<li id="visit-line-5" value="5" class="warning">.*?href="#(visit-finding-[^"]+)"/.exec(html) ?? [];
    expect(finding).toBeDefined();
    expect(html).toContain(`id="${finding}"`);
    expect(html).toContain('href="#visit-line-5"');
  });

  it('uses unique ids, even with another report on the page', () => {
    const text = '#A\n\n##Docs\n\n* [a](/a)\n* [b](/b)\n- no link\n';
    const html = `${renderReport(text)}${renderReport(text, 'paste')}`;
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lists the passed checks, even without findings', () => {
    const html = renderReport('# A\n\n> S\n\n## Docs\n\n- [a](https://a.net/a): b\n');
    expect(html).toContain('No problems found.');
    expect(html).toMatch(/<summary>\d\d checks passed<\/summary>/);
    expect(html).toContain('<a href="/rules/no-title">');
    expect(html).toMatch(/<summary>\d+ checks not applicable<\/summary>/);
    expect(html).toMatch(/no-describedby.*?Not checked: the homepage was not read\./);
  });

  it('shows a hostile file as text', () => {
    const html = renderReport(
      '# <img src=x onerror=alert(1)>\n\n> </code></pre><script>alert(1)</script>\n\n## "><svg onload=alert(1)>\n\n- [x](javascript:alert(1)): y\n- [z\u202e](https://a.net/"onclick="alert(1)): w\n',
    );
    // Ignore the quality bars.
    const withoutBars = html.replaceAll('<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">', '');
    expect(withoutBars).not.toMatch(/<(?:img|script|svg)/);
    expect(html).not.toMatch(/href="javascript:/);
    expect(html).not.toMatch(/ onclick="/);
    // Remove copyable text, which appears unchanged in a separate block.
    expect(html.replace(/<pre.*?<\/pre>/gs, '')).not.toContain('\u202e');
  });

  it.each([
    ['20,000 lines', '# A\n\n## B\n\n'.concat('x\n'.repeat(20_000))],
    ['long lines of every fault', Array.from({ length: 500 }, (_, at) => FAULTS[at % FAULTS.length]).join('\n')],
    [
      'links in Japanese',
      `# A\n\n## B\n\n${'- [東京の天気予報](https://a.net/x): 明日の天気と気温と風\n'.repeat(2_000)}`,
    ],
  ])('stays below 50 kB for a file of %s', (_, text) => {
    expect(Buffer.byteLength(renderReport(text, 'visit', '/whole'))).toBeLessThan(50_000);
  });

  it('shows every linked line, and the number of omitted lines', () => {
    const html = renderReport(`# A\n\n## B\n\n${'- [a](https://a.net/a): b\n'.repeat(900)}##C\n`);
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...html.matchAll(/href="#(visit-line-\d+)"/g)].map(([, id]) => id);
    expect(targets).toContain('visit-line-905');
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
    const shown = html.match(/<li id="visit-line-/g)?.length ?? 0;
    const hidden = [...html.matchAll(/<li class="gap">(\d+) lines not shown/g)].map(([, count]) => Number(count));
    expect(shown + hidden.reduce((sum, count) => sum + count, 0)).toBe(905);
  });
});

describe('summary of the reference readers', () => {
  it('covers both readers', () => {
    const [python, javascript] = summarizeReaders('# A\n> S\n\nText\n\n## Docs\n- [a](https://a.net/a): b\n* c\n');
    expect(python).toMatchObject({ reader: 'python', reads: false, links: 0 });
    expect(javascript).toMatchObject({ reader: 'javascript', reads: true, sections: 1, links: 1 });
    expect(javascript?.losses).toMatchObject([{ kind: 'line', line: 8 }]);
    const [{ title } = {}] = summarizeReaders(`# ${'x'.repeat(10_000)}\n\ntext\n`);
    expect(title?.length).toBeLessThanOrEqual(600);
  });
});
