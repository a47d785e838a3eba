import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diff, type LlmsDocument, parse, type Section } from '#llmstxt';

const Y = '- [y](https://e.example/y)\n';
const DOCS = `## Docs\n- [x](https://e.example/x): n\n${Y}\n`;
const BLOG = '## Blog\n- [z](https://e.example/z)\n';
const before = `# A\n\n> S\n\n${DOCS}${BLOG}`;
const without = (part: string) => before.replace(part, '');

describe('diff', () => {
  it.each([
    ['nothing', before, []],
    ['how it is written', before.replaceAll('- [', '* ['), []],
    ['a new name', before.replace('# A', '# B'), ['title']],
    ['a link gone', without(Y), ['link-removed']],
    ['a link more', `${before}- [w](https://e.example/w)\n`, ['link-added']],
    ['a link with another name', before.replace('[y]', '[why]'), ['link-renamed']],
    ['other notes', before.replace(': n', ': m'), ['link-notes']],
    ['a section with another name', before.replace('## Docs', '## Guides'), ['section-renamed']],
    ['a link in another section', without(Y).concat(Y), ['link-moved']],
    ['a renamed link in another section', without(Y).concat(Y.replace('[y]', '[why]')), ['link-renamed', 'link-moved']],
    ['a link less in a renamed section', without(Y).replace('Docs', 'Guides'), ['section-renamed', 'link-removed']],
    ['a link of a renamed section', without(Y).replace('Docs', 'Guides').concat(Y), ['section-renamed', 'link-moved']],
    ['two sections in the other order', before.replace(`${DOCS}${BLOG}`, `${BLOG}\n${DOCS}`), []],
    ['spaces and line ends', `\uFEFF${before.replaceAll('\n', ' \r\n')}`, []],
    ['a section more, without links', before.replace('## Docs', '## About\n\nText.\n\n## Docs'), ['section-added']],
    ['a section gone', before.slice(0, before.indexOf('## Blog')), ['section-removed', 'link-removed']],
  ] as const)('detects %s', (_, after, kinds) => {
    expect(diff(parse(before), parse(after)).map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each([
    ['a no-break space in the name of a section', '## API docs', '## API\u00A0docs'],
    ['composed letters', '## Caf\u00E9', '## Cafe\u0301'],
    [
      'composed letters in a link',
      '- [\u00E9](https://e.example/y): \u00E9',
      '- [e\u0301](https://e.example/y): e\u0301',
    ],
    ['composed letters in the summary', '> \u00E9', '> e\u0301'],
  ])('ignores %s', (_, was, is) => {
    const file = (part: string) => `# A\n\n${part}\n\nText.\n\n${DOCS}`;
    expect(diff(parse(file(was)), parse(file(is)))).toEqual([]);
  });

  it('pairs renamed sections by URLs in any spelling', () => {
    const section = (name: string, path: string) => parse(`# A\n\n## ${name}\n- [x](https://e.example/${path})\n`);
    expect(diff(section('Docs', '%c3%a9'), section('Guides', '%C3%A9'))).toEqual([
      { kind: 'section-renamed', before: 'Docs', after: 'Guides' },
    ]);
  });

  it('pairs the links of one URL by section and name', () => {
    const twice =
      '# A\n\n## Docs\n- [x](https://e.example/x)\n\n## Blog\n- [x](https://e.example/x)\n- [y](https://e.example/y)\n';
    const once = twice.replace('- [x](https://e.example/x)\n', '');
    expect(diff(parse(twice), parse(once))).toEqual([
      { kind: 'link-removed', section: 'Docs', url: 'https://e.example/x', title: 'x', notes: null },
    ]);
  });

  it.each([
    ['the first', '## Use\n- [x](https://e.example/x)\n\n## API\n- [y](https://e.example/y)\n'],
    ['the last', '## API\n- [x](https://e.example/x)\n\n## Use\n- [y](https://e.example/y)\n'],
  ])('moves no link if %s of two sections with one name is renamed', (_, sections) => {
    const renamed = parse(`# A\n\n${sections}`);
    const twice = parse(`# A\n\n${sections.replace('Use', 'API')}`);
    expect(diff(twice, renamed)).toEqual([{ kind: 'section-renamed', before: 'API', after: 'Use' }]);
    expect(diff(renamed, twice)).toEqual([{ kind: 'section-renamed', before: 'Use', after: 'API' }]);
  });

  it('detects a renamed section without links by its position', () => {
    const prose = '# A\n\n## About\n\nText.\n\n## Docs\n- [x](https://e.example/x)\n';
    expect(diff(parse(prose), parse(prose.replace('About', 'Who we are')))).toEqual([
      { kind: 'section-renamed', before: 'About', after: 'Who we are' },
    ]);
  });

  it('counts the addresses of each section once', () => {
    const links = Array.from({ length: 2_000 }, (_, i) => `- [l${i}](https://e.example/${i})\n`);
    const many = countReads(parse(links.map((link, i) => `## S${i}\n${link}`).join('')));
    const one = countReads(parse(`## All\n${links.join('')}`));
    expect(diff(many.document, one.document)).toHaveLength(4_001);
    expect(many.reads() + one.reads()).toBeLessThan(5 * 2 * 2_000);
  });

  it('pairs links like a comparison of all pairs', () => {
    const link = fc
      .tuple(fc.constantFrom('x', 'y'), fc.nat(3), fc.constantFrom('', ': n', ': m'))
      .map(([title, page, notes]) => `- [${title}](https://e.example/${page})${notes}`);
    const file = fc
      .array(fc.oneof({ weight: 1, arbitrary: fc.constantFrom('## A', '## B') }, { weight: 3, arbitrary: link }))
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(file, file, (was, is) => {
        const [old, now] = [parse(was), parse(is)];
        const kinds = diff(old, now).map(({ kind }) => kind);
        const added = kinds.filter((kind) => kind === 'link-added').length;
        const removed = kinds.filter((kind) => kind === 'link-removed').length;
        expect([removed, added]).toEqual([minus(listUrls(old), listUrls(now)), minus(listUrls(now), listUrls(old))]);
      }),
    );
  });
});

/** Wraps a document and counts reads of its links. */
function countReads(document: LlmsDocument) {
  let reads = 0;
  const sections = document.sections.map(
    (section): Section => ({
      ...section,
      get links() {
        reads += section.links.length;
        return section.links;
      },
    }),
  );
  return { document: { ...document, sections }, reads: () => reads };
}

const listUrls = ({ links }: LlmsDocument) => links.map(({ url, href }) => url ?? href);

/** Returns the number of members without a partner in `others`. */
function minus(urls: readonly string[], others: readonly string[]): number {
  const left = [...others];
  return urls.filter((url) => {
    const at = left.indexOf(url);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  }).length;
}
