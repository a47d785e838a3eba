import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUALITY_CONSTANTS } from '../../packages/llmstxt/src/quality/constants.ts';
import { anyText } from './any-text.ts';
import { assess, toFile, wordsFor } from './quality-text.ts';

const { limits } = QUALITY_CONSTANTS;

const noPages = fc
  .array(fc.constantFrom('# ', '## ', '> ', '- ', 'word ', 'other ', 'more ', ', ', '. ', '\n', '\n\n', 'サービス '), {
    maxLength: 400,
  })
  .map((pieces) => pieces.join(''));

/** Good file of a small site. */
const GOOD = `# Graz Bikes

> Bicycle rental in Graz, Austria: city bikes, e-bikes and trailers by the hour, day or week.

We do not sell or repair bicycles. Prices include a lock and third-party insurance; a deposit of 50 € is due at pickup.

## Rent

- [Prices](https://example.com/prices): what each bike costs by the hour, day and week, with discounts for groups
- [Book](https://example.com/book): choose a place, time and size; confirmed by mail within minutes
- [Places](https://example.com/places): addresses, opening hours and maps of the three stations
- [E-bikes](https://example.com/e-bikes): range, motor, battery and who may ride them
- [Trailers](https://example.com/trailers): for two children or a dog, with the weights they carry

## Help

- [Terms](https://example.com/terms): deposit, damage, late return and cancellation
- [Insurance](https://example.com/insurance): what is covered, and what to do after an accident
- [Routes](https://example.com/routes): five tours along the river with length, climb and cafés
- [Contact](https://example.com/contact): telephone, mail, and the form for lost property
`;

describe('quality', () => {
  it('equals the weighted sum of seven parts with a total weight of 100', () => {
    const { version, score, parts, limit } = assess(GOOD);
    expect(version).toBe(3);
    expect(parts.map(({ id }) => id)).toEqual([
      'orientation',
      'coverage',
      'descriptions',
      'grouping',
      'size',
      'health',
      'form',
    ]);
    expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
    const sum = parts.reduce((points, part) => points + (part.weight * part.score) / 100, 0);
    expect(Math.abs(score - sum)).toBeLessThanOrEqual(1);
    expect(limit).toBeNull();
  });

  it('scores a good file of a small site high, with few suggestions', () => {
    const { score, parts } = assess(GOOD);
    expect(score).toBeGreaterThan(80);
    const advised = parts.filter(({ raise }) => raise !== null);
    expect(advised.map(({ id }) => id)).toEqual(['orientation', 'coverage']);
    for (const { gain } of advised) expect(gain).toBeGreaterThan(0);
  });

  it.each<[string, string, number]>([
    ['a title', '# Graz Bikes\n', 25],
    ['a title and a slogan', '# Graz Bikes\n\n> Ride free!\n', 25],
    ['an empty template', '# Site\n\n> \n\n## Docs\n\n## Optional\n', 25],
    ['a title and the home page', '# Graz Bikes\n\n- [Home](https://example.com/)\n', 35],
    ['much text without a page', `# Site\n\n${wordsFor(1, 900)}\n`, 60],
    ['two pages with good notes', `# Site\n\n${wordsFor(1, 80)}\n${toFile(2, (page) => `: ${wordsFor(page, 9)}`)}`, 60],
    ['a thousand names', toFile(1000), 50],
  ])('stays low for %s', (_, text, below) => {
    expect(assess(text).score).toBeLessThan(below);
  });

  it('keeps a share of the points of a file with few pages, with a reason', () => {
    const share = (limits.withoutPages + (100 - limits.withoutPages) / limits.enoughPages) / 100;
    const { score, parts, limit } = assess(
      `# Site\n\n${wordsFor(1, 400)}\n${wordsFor(1, 400)}\n\n- [A](/a): ${wordsFor(2, 400)}\n`,
    );
    const sum = parts.reduce((points, part) => points + (part.weight * part.score) / 100, 0);
    expect(Math.abs(score - share * sum)).toBeLessThanOrEqual(1);
    expect(limit).toEqual({
      score,
      reason: `A file with 1 page that counts keeps ${Math.round(100 * share)} % of its points; from ${limits.enoughPages} pages on, it keeps all.`,
      lines: [],
    });
  });

  it('limits a large file, even with good notes', () => {
    const large = `# Site\n\n${wordsFor(0, 80)}\n${toFile(2_500, (page) => `: ${wordsFor(page, 12)}`)}`;
    const { score, limit } = assess(large);
    expect(score).toBeLessThanOrEqual(limits.unusableSize);
    expect(limit?.reason).toContain('of this size');
  });

  it('ignores the kind of line ends', () => {
    const [lf, crlf, cr] = [GOOD, GOOD.replaceAll('\n', '\r\n'), GOOD.replaceAll('\n', '\r')].map(partsByText);
    expect(crlf).toEqual(lf);
    expect(cr).toEqual(lf);
  });

  it('follows names, notes and pages, not the marks around them', () => {
    const [dashes, stars] = [GOOD, GOOD.replaceAll('\n- ', '\n* ')].map(partsByText);
    expect(stars).toEqual(dashes);
  });

  it('stays within 0 and 100 for any text, with existing lines', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { score, parts } = assess(text);
        const lines = text.split(/\r\n|\n|\r/).length;
        for (const one of [score, ...parts.map((part) => part.score)]) {
          expect(Number.isInteger(one)).toBe(true);
          expect(one).toBeGreaterThanOrEqual(0);
          expect(one).toBeLessThanOrEqual(100);
        }
        for (const part of parts) {
          expect(part.lines.length).toBeLessThanOrEqual(10);
          for (const line of part.lines) expect(line >= 1 && line <= lines).toBe(true);
        }
      }),
    );
  });

  it('never exceeds 60 without pages', () => {
    fc.assert(
      fc.property(noPages, (text) => {
        expect(assess(text).score).toBeLessThanOrEqual(Math.min(60, limits.withoutPages));
      }),
    );
  });
});

/** Returns scores of the parts that ignore formatting. */
function partsByText(text: string): readonly (readonly [string, number])[] {
  const parts = assess(text).parts.filter(({ id }) => id !== 'form' && id !== 'size');
  return parts.map(({ id, score }) => [id, score] as const);
}
