import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLinkHeader } from '../../src/extract/parse-link-header.ts';

const read = (header: string) =>
  parseLinkHeader(header).map(({ href, parameters }) => [href, Object.fromEntries(parameters)]);

describe('a Link header (RFC 8288)', () => {
  it.each<[string, string, ReturnType<typeof read>]>([
    ['escaped quotes', '<a>; title="say \\"hi\\""; rel="next"', [['a', { title: 'say "hi"', rel: 'next' }]]],
    [
      'an escaped backslash before the closing quote',
      '<a>; title="C:\\\\"; rel=next, <b>; rel=last',
      [
        ['a', { title: 'C:\\', rel: 'next' }],
        ['b', { rel: 'last' }],
      ],
    ],
    ['marks in quotes', '<a>; title="x, <b>; rel=y"; rel=next', [['a', { title: 'x, <b>; rel=y', rel: 'next' }]]],
    [
      'a long title before the relation',
      `<a>; title="${'x'.repeat(2_000)}"; rel=next`,
      [['a', { title: 'x'.repeat(2_000), rel: 'next' }]],
    ],
    ['an escaped letter', '<a>; type="text/\\markdown"', [['a', { type: 'text/markdown' }]]],
    ['blanks and empty parameters', '<a> ; ; rel = "next" ;', [['a', { rel: 'next' }]]],
    [
      'empty members',
      ', <a>; rel=next,, <b>',
      [
        ['a', { rel: 'next' }],
        ['b', {}],
      ],
    ],
    ['the first of two equal parameters', '<a>; rel=next; REL=last', [['a', { rel: 'next' }]]],
    ['a parameter without a value', '<a>; crossorigin; rel=next', [['a', { crossorigin: '', rel: 'next' }]]],
    ['a comma in an address', '<a,b>; rel=next', [['a,b', { rel: 'next' }]]],
    ['a parameter after a broken one', '<a>; title="x"y; rel=next', [['a', { title: 'x', rel: 'next' }]]],
  ])('reads %s', (_what, header, links) => {
    expect(read(header)).toEqual(links);
  });

  it.each([
    ['a quoted string that never ends', '<a>; title="x, <b>; rel=evil', [['a', { title: 'x, <b>; rel=evil' }]]],
    ['a quoted link', '"<a>; rel=evil", <b>; rel=next', [['b', { rel: 'next' }]]],
    ['words before a link', 'x <a>; rel=evil, <b>; rel=next', [['b', { rel: 'next' }]]],
    ['an address that never ends', '<a', []],
  ])('skips %s', (_what, header, links) => {
    expect(read(header)).toEqual(links);
  });

  it('reads any text without failing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('<', '>', '"', '\\', ';', ',', '=', ' ', 'a')), (parts) => {
        parseLinkHeader(parts.join(''));
      }),
    );
  });
});
