import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeReaders, type ReaderView, simulateReaders } from '#llmstxt';
import { readTsv } from '../../read-tsv.ts';
import { CORPUS } from '../corpus.ts';

/** Formats a view like the readers: `throws`, or title, summary, info and sections. */
function printed(view: ReaderView): unknown {
  if (!view.reads) return 'throws';
  return {
    title: view.title,
    summary: view.summary,
    info: view.info,
    sections: Object.fromEntries(view.sections.map(({ name, links }) => [name, links])),
  };
}

const link = (title: string, url: string, desc: string | null = null) => ({ title, url, desc });
const PRE = '# T\n\n> S\n\nI\n\n';
const one = (sections: Record<string, unknown>) => ({ title: 'T', summary: 'S', info: 'I', sections });

describe('simulation of the reference readers', () => {
  it.each<[string, string, unknown, unknown]>([
    ['throw without text between title and section', '# T\n\n## A\n- [a](b)\n', 'throws', 'throws'],
    [
      'take a summary without text after it for text',
      '# T\n\n> S\n\n## A\n- [a](b): n\n',
      { title: 'T', summary: null, info: '> S', sections: { A: [link('a', 'b', 'n')] } },
      { title: 'T', summary: null, info: '> S', sections: { A: [link('a', 'b', 'n')] } },
    ],
    ['differ over a byte-order mark', `\ufeff${PRE}## A\n- [a](b)\n`, 'throws', one({ A: [link('a', 'b')] })],
    ['throw or drop on prose', `${PRE}## A\nprose\n- [a](b)\n`, 'throws', one({ A: [link('a', 'b')] })],
    ['throw or drop on a star', `${PRE}## A\n* [a](b)\n`, 'throws', one({ A: [] })],
    [
      'lose notes after a dash, or the link',
      `${PRE}## A\n- [a](b) - n\n`,
      one({ A: [link('a', 'b')] }),
      one({ A: [] }),
    ],
    [
      'lose the second link, or both',
      `${PRE}## A\n- [a](b), [c](d): n\n`,
      one({ A: [link('a', 'b')] }),
      one({ A: [] }),
    ],
    [
      'keep the last of two sections',
      `${PRE}## A\nprose\n## A\n- [c](d)\n`,
      one({ A: [link('c', 'd')] }),
      one({ A: [link('c', 'd')] }),
    ],
  ])('agrees with the parsers on %s', (_what, text, python, javascript) => {
    const view = simulateReaders(text);
    expect(printed(view.python)).toEqual(python);
    expect(printed(view.javascript)).toEqual(javascript);
  });

  it('reports the lines with losses', () => {
    const text = '# T\n\n> S\n\n## A\n- [a](b) - n\nprose\n\n## A\n* [c](d)\n\n- [e](f)\n';
    const { python, javascript } = simulateReaders(text);
    expect(python.losses).toEqual([
      { kind: 'summary', line: 3, excerpt: '> S' },
      { kind: 'section', line: 5, excerpt: '## A' },
      { kind: 'line', line: 10, excerpt: '* [c](d)' },
    ]);
    expect(javascript.losses).toEqual(python.losses);
    expect(simulateReaders('# T\n\nI\n\n## A\n- [a](b) - n\n').python.losses).toEqual([
      { kind: 'rest', line: 6, excerpt: '- n' },
    ]);
  });

  it('counts lines that end with a carriage return', () => {
    const { javascript } = simulateReaders('# T\n\nI\r\r## A\r- [a](b)\r## A\r- [c](d)\r');
    expect(javascript.losses).toEqual([{ kind: 'section', line: 5, excerpt: '## A' }]);
  });

  it('does not cut an excerpt inside a character', () => {
    const { javascript } = simulateReaders(`# T\n\nI\n\n## A\n- ${'a'.repeat(117)}😀😀\n`);
    expect(javascript.losses.map(({ excerpt }) => excerpt)).toEqual([`- ${'a'.repeat(117)}…`]);
  });
});

// Expression of the published JavaScript. On texts with a fast match, our version must agree.
const JS_LINK = /-\s*\[(?<title>[^\]]+)\]\((?<url>[^)]+)\)(?::\s*(?<desc>.*?))?$/gm;
const JS_HEAD = /^#\s*(?<title>.+?$)\n+(?:^>\s*(?<summary>.+?$))?\n+(?<info>.*)/ms;
// Python's expression in JavaScript. Only LF ends a line, and Python's white space counts.
const PY = '[\\t-\\r \\x1c-\\x1f\\x85\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const PY_HEAD = new RegExp(
  `(?<![^\\n])#${PY}*(?<title>[^]+?(?=\\n|$))\\n+(?:(?<![^\\n])>${PY}*(?<summary>[^]+?(?=\\n|$)))?\\n+(?<info>[^]*)`,
);
const PY_SPLIT = new RegExp(`(?<![^\\n])##${PY}*([^\\n]*?)(?=\\n|$)`);
const PY_LINK = new RegExp(`-${PY}*\\[(?<title>[^\\]]+)\\]\\((?<url>[^)]+)\\)(?::${PY}*(?<desc>[^\\n]*))?`);
const PY_STRIP = new RegExp(`^${PY}+|${PY}+$`, 'g');

function groups(match: RegExpMatchArray | null): Record<string, string | undefined> {
  if (!match?.groups) throw new TypeError('no match');
  return match.groups;
}

function runPublished(
  split: string[],
  head: RegExp,
  strip: (text: string) => string,
  links: (body: string) => unknown[],
): unknown {
  try {
    const [start = '', ...rest] = split;
    const { title, summary = null, info } = groups(strip(start).match(head));
    const bodies = new Map<string, string>();
    for (let i = 0; i + 1 < rest.length; i += 2) bodies.set(rest[i] ?? '', rest[i + 1] ?? '');
    return {
      title,
      summary,
      info,
      sections: Object.fromEntries([...bodies].map(([name, body]) => [name, links(body)])),
    };
  } catch {
    return 'throws';
  }
}

const asLink = ({ title, url, desc = null }: Record<string, string | undefined | null>) => ({ title, url, desc });
const publishedJavascript = (text: string) =>
  runPublished(
    text.split(/^##\s*(.*?)$/m),
    JS_HEAD,
    (start) => start.trim(),
    (body) => [...body.matchAll(JS_LINK)].map((match) => asLink(groups(match))),
  );
const publishedPython = (text: string) =>
  runPublished(
    text.split(PY_SPLIT),
    PY_HEAD,
    (start) => start.replace(PY_STRIP, ''),
    (body) =>
      body
        .replace(PY_STRIP, '')
        .split(/\n+/)
        .filter((line) => line.replace(PY_STRIP, '') !== '')
        .map((line) => asLink(groups(line.match(PY_LINK)))),
  );

describe('linear version of the published expressions', () => {
  const piece = fc.constantFrom(
    '# T',
    '#',
    '## A',
    '##',
    '### B',
    '> S',
    '>',
    '- [a](b)',
    '- [c](d): n',
    '-',
    '[',
    ']',
    '](',
    ')',
    ':',
    ' ',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    'word',
    '\ufeff',
    '\u2028',
    '\u001c',
    '\t',
    '- [e](f) - n',
    '* [g](h)',
    '\u0085',
    '- [',
    '()',
    '[]',
  ); // prettier-ignore
  it.each<[string, (text: string) => unknown, 'python' | 'javascript']>([
    ['JavaScript', publishedJavascript, 'javascript'],
    ['Python', publishedPython, 'python'],
  ])('agrees in %s for any text', (_name, truth, reader) => {
    const texts = fc.tuple(
      fc.constantFrom('', '# T\n\nI\n\n## A\n', '# T\n> S\n\n'),
      fc.array(piece, { maxLength: 16 }),
    );
    fc.assert(
      fc.property(texts, ([start, pieces]) => {
        const text = start + pieces.join('');
        expect(printed(simulateReaders(text)[reader])).toEqual(truth(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('stays linear on hostile input', () => {
    const sections = Array.from({ length: 50_000 }, (_, i) => `## ${i}\n`).join('');
    expect(simulateReaders(`# T\n\nI\n\n${sections}`).javascript.sections).toHaveLength(50_000);
    for (const piece of [
      '-[',
      '- [a](',
      '- [a]',
      '>\n',
      '# ',
      '##',
      '## \n',
      '- [a](b)\n',
      '\n>',
      ' ',
      '\n',
      '-\t',
      '- [a](b):',
    ]) {
      for (const head of ['', '# T\n\nI\n\n## A\n', '# T\n>']) {
        const { python, javascript } = simulateReaders(head + piece.repeat(Math.ceil(250_000 / piece.length)));
        expect(python.losses.length + javascript.losses.length).toBeLessThanOrEqual(100);
      }
    }
  });
});

if (!existsSync(CORPUS)) console.log(`no ${CORPUS}: the recorded outcomes are not compared`);
describe.runIf(existsSync(CORPUS))('simulation of the Python reader', () => {
  const rows = (file: string) => readTsv(`${CORPUS}/${file}`);

  it('matches the recorded outcome of every edge case', () => {
    for (const [name = '', input = '""', outcome, result] of rows('edge-cases.tsv')) {
      const view = simulateReaders(JSON.parse(input));
      const expected = outcome === 'ok' ? JSON.parse(result ?? '') : 'throws';
      expect({ name, printed: printed(view.python) }).toEqual({ name, printed: expected });
    }
  });

  it('matches the recorded outcome of every real file, with the reason', () => {
    const wrong = rows('reference-reader-outcomes.tsv').flatMap(([file = '', outcome, why]) => {
      const path = `${CORPUS}/llms/${file}`;
      if (!existsSync(path)) return [];
      // Decode with universal newlines, as for the recorded outcomes.
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(path)).replace(/\r\n?/g, '\n');
      const { reads, lossCounts } = simulateReaders(text).python;
      const ours = reads ? 'ok ' : `fail ${lossCounts.line > 0 ? 'non-link line in section' : 'title pattern fails'}`;
      const recorded = `${outcome} ${why ?? ''}`;
      return ours === recorded ? [] : [`${file}: ${ours}, recorded ${recorded}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe('sentence about a reader', () => {
  it.each([
    ['# A\n\n> B.\n\n- [Guide](https://a.com)\n', 'reads no links, because it finds no "## " section.'],
    ['# A\n\n> B.\n\nText.\n\n## Docs\n\n- [Guide](https://a.com)\n', 'reads 1 link in 1 section and loses nothing.'],
    [
      '# A\n\n> B.\n\nText.\n\n## Docs\n\n- Guide\n- [Start](https://a.com)\n',
      'reads 1 link in 1 section and loses a line that it',
    ],
    ['## Docs\n\n- [Guide](https://a.com)\n', 'rejects the whole file: it finds no title'],
  ])('names links and losses: %j', (text, sentence) => {
    expect(describeReaders(simulateReaders(text))[1]).toContain(`The JavaScript parser ${sentence}`);
  });
});
