import { describe, expect, it } from 'vitest';
import { diff, parse } from '#llmstxt';

const before =
  '# A\n\n> S\n\n## Docs\n- [x](https://e.example/x): n\n- [y](https://e.example/y)\n\n## Blog\n- [z](https://e.example/z)\n';

describe('diff', () => {
  it.each([
    ['nothing', before, []],
    ['how it is written', before.replaceAll('- [', '* ['), []],
    ['a new name', before.replace('# A', '# B'), ['title']],
    ['a link gone', before.replace('- [y](https://e.example/y)\n', ''), ['link-removed']],
    ['a link more', `${before}- [w](https://e.example/w)\n`, ['link-added']],
    ['a link with another name', before.replace('[y]', '[why]'), ['link-renamed']],
    ['other notes', before.replace(': n', ': m'), ['link-notes']],
    ['a section with another name', before.replace('## Docs', '## Guides'), ['section-renamed']],
    [
      'a link in another section',
      before.replace('- [y](https://e.example/y)\n', '').concat('- [y](https://e.example/y)\n'),
      ['link-moved'],
    ],
    ['spaces and line ends', `\uFEFF${before.replaceAll('\n', ' \r\n')}`, []],
    [
      'a section without links with another name',
      before.replace('## Docs', '## About\n\nText.\n\n## Docs'),
      ['section-added'],
    ],
    ['a section gone', before.slice(0, before.indexOf('## Blog')), ['section-removed', 'link-removed']],
  ] as const)('sees %s', (_, after, kinds) => {
    expect(diff(parse(before), parse(after)).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('pairs the links of one address by section and name', () => {
    const twice =
      '# A\n\n## Docs\n- [x](https://e.example/x)\n\n## Blog\n- [x](https://e.example/x)\n- [y](https://e.example/y)\n';
    const once = twice.replace('- [x](https://e.example/x)\n', '');
    expect(diff(parse(twice), parse(once))).toEqual([
      { kind: 'link-removed', section: 'Docs', url: 'https://e.example/x', title: 'x', notes: null },
    ]);
  });

  it('sees the new name of a section without links by its place', () => {
    const prose = '# A\n\n## About\n\nText.\n\n## Docs\n- [x](https://e.example/x)\n';
    expect(diff(parse(prose), parse(prose.replace('About', 'Who we are')))).toEqual([
      { kind: 'section-renamed', before: 'About', after: 'Who we are' },
    ]);
  });
});
