import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyFixes, lint, parse } from '#llmstxt';
import { hasLoneEnd } from '../has-lone-end.ts';

const URL_OF_FILE = 'https://example.com/docs/llms.txt';
/** Number of random cases. After a change of a fix, run more: `RUNS=20000 npx vitest run --project slow tests/llmstxt/fixes`. */
const RUNS = Number(process.env['RUNS'] ?? 1_500);
const SEED = Number(process.env['SEED'] ?? 1);

const from = (...texts: string[]) => fc.constantFrom(...texts);
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''));
const often = (text: string, ...rare: string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(text) }, { weight: 2, arbitrary: from(...rare) });

const attributes = often('', '{: .x}', '{: .x}{: #y}', '{.external}', '{target=_blank}', ' {: .x}', '{#id}');
const citation = often('', '[^1]', ' [cite: 1]', '【4†source】', ' :contentReference[oaicite:0]{index=0}');
const invisible = often('', '\u200B', '\u2060', '\uFEFF', '\u00AD', '\u00A0', '\u200E');
const words = joined(
  often(
    'Guide',
    'API [beta]',
    'A &amp; B',
    'B&nbsp;C',
    '**Start**',
    '`code`',
    'One (two)',
    'Ünï',
    '<b>Go</b>',
    'x_y_z',
    '\\[A\\]',
  ),
  invisible,
  often('', ' to go', ' [new]', ' (v2)', '!', ' – more'),
);
const target = joined(
  often('https://a.example/x', '/y', 'z.md', 'https://a.example/a(b)', '<https://a.example/q>'),
  often('', ' "Title"'),
);
const link = fc
  .tuple(
    words,
    target,
    from('**', '_', '', '', '', ''),
    from('', '', '', ' '),
    from('', '', ' target=_blank', ' =10x20'),
  )
  .map(([name, url, mark, gap]) => `${mark}[${name}]${gap}(${url})${mark}`);
const bare = from(
  'https://b.example/u',
  '<https://b.example/v>',
  'Label: https://b.example/w',
  '(https://b.example/p)',
);
const marker = often('- ', '* ', '+ ', '1. ', '  - ', '- [ ] ', '-\u00A0', '\u200B- ');
const item = joined(
  marker,
  fc.oneof({ weight: 4, arbitrary: link }, { weight: 1, arbitrary: bare }),
  attributes,
  often(': ', ' - ', ' — ', ':', ' : ', ' ', ' | '),
  often('', 'what it is', 'see [more](https://c.example/m)', '(old)', 'a <br> b', 'wrapped\n  line'),
  citation,
  often('', '  ', '\n{: .x}'),
);
const heading = joined(
  often('', ' ', '   ', '    ', '\u200B'),
  often('## ', '### ', '##', '# ', '## **'),
  words,
  often('', ' {#id}', ' {: .x}', ' ##', '  ', '\n---'),
);
const other = from(
  '[TOC]',
  '[[toc]]',
  '{:toc}',
  '[^1]: A footnote.',
  '<div>',
  '</div>',
  '<!-- note -->',
  'Text in prose.',
  '> Quoted text.',
  '| [a](b) | c |\n|---|---|',
  '---',
  '```\n## code\n```',
  '• [Bullet](https://d.example/)',
  '[ref]: https://e.example/r',
  '- [ref]',
);
const lead = joined(
  often('', '\uFEFF', '---\ntitle: T\n---\n', '{: .x}\n', '[TOC]\n'),
  often('# Acme', '#Acme', '  # Acme {#top}', 'Acme\n====', '# [Acme](https://a.example/)', '# Acme [^1]'),
  often('\n\n> What it is.\n\n', '\n> What it is. [cite: 1]\n> More.\n', '\n'),
);
const lines = fc.array(fc.oneof({ weight: 6, arbitrary: item }, { weight: 2, arbitrary: heading }, other), {
  maxLength: 9,
});
const text = fc
  .tuple(lead, lines, from('\n', '\n', '\n\n', '\r\n'))
  .map(([start, rest, end]) => `${start}${rest.join('\n')}\n`.replaceAll('\n', end));

it('keeps links, names, notes and title of mixed pieces, and repairs all at once', { timeout: 3_600_000 }, () => {
  fc.assert(fc.property(text, keepsContent), { numRuns: RUNS, seed: SEED });
});

function keepsContent(before: string): void {
  const input = { body: before, url: URL_OF_FILE };
  const { findings, valid } = lint(input, { assessQuality: false });
  expect(valid).toBe(!findings.some(({ severity }) => severity === 'error'));
  const options = { url: URL_OF_FILE };
  const after = applyFixes(before, findings, options);
  expect(applyFixes(after, lint({ ...input, body: after }, { assessQuality: false }).findings, options)).toBe(after);
  const [old, fixed] = [parse(before, options), parse(after, options)];
  for (const { links } of [old, fixed]) {
    const shown = links.flatMap(({ title, notes }) => [title, notes ?? '']);
    expect(shown.filter(hasLoneEnd)).toEqual([]);
  }
  if (findings.some(({ id }) => id === 'whole-file-fenced')) return;
  expect(fixed.links.length).toBe(old.links.length);
  // A fix can turn `#Title` into the title.
  if (old.title !== null && !before.includes('#Acme')) expect(loose(fixed.title ?? '')).toBe(loose(old.title));
  const titles = fixed.links.map(({ title, href }) => loose(title) || loose(href));
  const isNamed = ({ title, href }: (typeof old.links)[number]) =>
    titles.includes(loose(title)) || loose(title).endsWith(loose(href)) || loose(title) === '';
  expect(old.links.filter((one) => !isNamed(one)).map(({ title }) => title)).toEqual([]);
  const all = loose(after);
  const notes = fixed.links.map((one) => loose(one.notes ?? '')).join('\n');
  expect(
    old.links.map((one) => loose(one.notes ?? '')).filter((one) => !notes.includes(one) && !all.includes(one)),
  ).toEqual([]);
}

/** Keeps letters and digits only, because a fix changes marks, spaces and invisible characters. */
function loose(words: string): string {
  return words
    .replace(/https?:\/\/|&\w+;/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
