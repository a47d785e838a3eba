import { describe, expect, it } from 'vitest';
import { applySettings, type Finding, lint } from '#llmstxt';
import { answer, failure } from './rules/case.ts';

function listIds(findings: readonly Finding[]): string[] {
  return findings.map(({ id, severity, outcome }) => `${id} ${outcome === 'unknown' ? outcome : severity}`);
}

const GOOD = '# A\n\n> S\n\n## Docs\n\n- [x](https://e.example/x): n\n';

describe('response of a server', () => {
  it.each([
    ['a plain answer', answer({}), [], true],
    ['404 with a page', answer({ status: 404 }, '<!doctype html><title>x</title>'), ['not-found error'], false],
    ['500', answer({ status: 500 }, null), ['server-error error'], false],
    ['no answer', failure('timeout'), ['no-answer error'], false],
    ['403', answer({ status: 403 }, 'no'), ['blocked unknown'], false],
    ['a bot wall with 200', answer({}, '<title>Just a moment...</title>'), ['blocked unknown'], false],
    ['HTML', answer({}, '<!doctype html><html></html>'), ['html-body error'], false],
    ['nothing', answer({}, '  \n'), ['empty-body error'], false],
    ['a cut body', answer({ truncated: true }), ['too-large warning'], true],
  ] as const)('gets one finding and a verdict for %s', (_, input, ids, valid) => {
    const inspection = lint(input);
    expect(listIds(inspection.findings)).toEqual(ids);
    expect(inspection.valid).toBe(valid);
  });

  it('excerpts the start of the file without half a character', () => {
    const { findings } = lint({ body: `${'a'.repeat(79)}😀 b\n\n## Docs\n` });
    expect(findings.find(({ id }) => id === 'no-title')?.excerpt).toBe(`${'a'.repeat(79)}😀 b`);
  });

  it('reports at most a hundred places of a rule and counts further places in another finding', () => {
    const { findings } = lint({ body: `# A\n\n## S\n\n${'* [x](https://e.example/x)\n'.repeat(500)}` });
    const bullets = findings.filter(({ id }) => id === 'bullet-style');
    expect(bullets).toHaveLength(101);
    expect(bullets.at(-1)?.message).toBe('More places like these: 400.');
  });

  it.each(['[Mail](mailto:a@kite.example)', '[](https://kite.example/x)', '[Guide](ftp://kite.example/)'])(
    'accepts more than a hundred faults that are no errors: %s',
    (link) => {
      const good = Array.from({ length: 200 }, (_, at) => `- [Page](https://kite.example/${at}): a page\n`).join('');
      const { valid, findings } = lint({ body: `# A\n\n## S\n\n${good}${`- ${link}: n\n`.repeat(101)}` });
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(valid).toBe(true);
    },
  );

  it('rejects a file whose links are mostly invalid, behind a hundred links to a phone', () => {
    const body = `# A\n\n## S\n\n${'- [Call](tel:1)\n'.repeat(100)}${'- [Guide](ftp://kite.example/)\n'.repeat(101)}`;
    expect(lint({ body }).valid).toBe(false);
  });

  it('subtracts a rule at most three times from the form', () => {
    const { assessment } = lint({ body: `${GOOD}${'- [x](http://e.example/x): n\n'.repeat(9)}` });
    // Count insecure-link and duplicate-url, each three times four.
    expect(assessment?.parts.find(({ id }) => id === 'form')?.score).toBe(100 - 24);
  });

  it('gets quality 0 if invalid, with the possible quality in its assessment', () => {
    const { valid, quality, assessment } = lint({
      body: GOOD,
      earlierFindings: lint({ body: '# A\n\n> This domain is for sale.\n' }).findings,
    });
    expect({ valid, quality }).toEqual({ valid: false, quality: 0 });
    expect(assessment?.score).toBeGreaterThan(0);
    expect(lint({ body: '<!doctype html><html><body>Hello' }).assessment).toBeNull();
  });

  it('counts links of an earlier check like links of this check', () => {
    const file = { body: GOOD, url: 'https://e.example/llms.txt' };
    const check = {
      url: 'https://e.example/x',
      own: true,
      status: 404,
      failure: null,
      redirectedTo: null,
      markdownTwin: null,
    };
    const { assessment, findings } = lint({ ...file, linkChecks: [check] });
    expect(assessment?.links).toEqual({ checked: 1, dead: 1, redirecting: 0 });
    const again = lint({
      ...file,
      linksTried: { checked: 1, dead: 1, redirecting: 0 },
      earlierFindings: findings.filter(({ id }) => id === 'dead-link'),
    });
    expect(again.findings).toEqual(findings);
    expect(again.assessment?.score).toBe(assessment?.score);
  });

  it('reads UTF-16 by its mark, and shows damage in UTF-8', () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...Array.from(GOOD).flatMap((letter) => [letter.charCodeAt(0), 0])]);
    expect(lint({ body: utf16 }).document?.title).toBe('A');
    const latin1 = new Uint8Array(Array.from(GOOD.replace('> S', '> Caf\u00E9')).map((letter) => letter.charCodeAt(0)));
    expect(lint({ body: latin1 }).findings.map(({ id }) => id)).toContain('mojibake');
  });
});

describe('settings', () => {
  it('removes findings and changes severities and the verdict, but not the parts of quality', () => {
    const result = lint({ body: '# Tea\n\n> Tea.\n\n## Shops\n\n* [Graben](https://tea.example/graben)\n' });
    expect(applySettings(result, {})).toBe(result);
    const judged = applySettings(result, { 'bullet-style': 'error', 'no-notes': 'off' });
    expect(judged.findings.map(({ id, severity }) => [id, severity])).toEqual([['bullet-style', 'error']]);
    expect(judged).toMatchObject({ valid: false, quality: 0, assessment: result.assessment });
  });

  it('turns an invalid file into a valid file with its quality', () => {
    const result = lint({ body: 'Tea\n\n## Shops\n\n- [Graben](https://tea.example/graben): The first.\n' });
    expect(result).toMatchObject({ valid: false, quality: 0 });
    const judged = applySettings(result, { 'no-title': 'warning' });
    expect(judged).toMatchObject({ valid: true, quality: result.assessment?.score });
  });
});

it('quotes only a part of long texts in its messages', () => {
  const long = 'x'.repeat(2_000);
  const links = ['ftp://', 'https://', 'javascript:', 'http://localhost/', 'https://tea.example/(x)', '/', 'https://u:']
    .map((start) => `- [${long}](${start}${long}): ${long}\n`)
    .join('');
  const body = `# ${long}\n\n> ${long}\n\n## ${long}\n\n### ${long}\n\n${links}- ${long}\n\n<${long}>\n\n## ${long}\n`;
  const { findings } = lint({ body, url: 'https://tea.example/llms.txt' });
  expect(findings.length).toBeGreaterThan(8);
  expect(findings.filter(({ message }) => message.length > 300)).toEqual([]);
});
