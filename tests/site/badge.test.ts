import { describe, expect, it } from 'vitest';
import {
  BADGE_STATES,
  BADGE_STYLES,
  drawBadge,
  parseBadgeStyle,
  renderBadge,
  toBadgeData,
} from '../../src/site/content/badge.ts';
import { toDetail } from './domain-fixture.ts';

const facts = (
  status: 'valid' | 'invalid' | 'pending' | 'unreachable',
  verified = false,
  tier: 'listed' | 'rejected' = 'listed',
) => toDetail('tide.example', { facts: { status, verified, tier } });

describe('the state of a badge', () => {
  it.each([
    [null, 'not listed'],
    [facts('valid', true), 'verified'],
    [facts('valid'), 'valid'],
    [facts('pending'), 'pending'],
    [facts('pending', true), 'pending'],
    [facts('invalid'), 'invalid'],
    [facts('invalid', true), 'invalid'],
    [facts('unreachable', true), 'unreachable'],
    [facts('valid', true, 'rejected'), 'not listed'],
  ])('follows from %j: %s', (known, state) => {
    expect(toBadgeData(known).state).toBe(state);
  });
});

describe('a badge', () => {
  it('names the score in its title, with the version of the formula', () => {
    const detail = toDetail('tide.example', { score_version: 2, facts: { authority: 57 } });
    expect(renderBadge('tide.example', toBadgeData(detail))).toContain(
      '<title>tide.example: llms.txt valid, authority 57 of 100 (version 2)</title>',
    );
    const unscored = toDetail('tide.example', { score_version: null, facts: { authority: null, status: 'pending' } });
    expect(renderBadge('tide.example', toBadgeData(unscored))).toContain(
      '<title>tide.example: llms.txt pending</title>',
    );
  });

  it.each(BADGE_STATES.flatMap((state) => BADGE_STYLES.map((style) => [state, style] as const)))(
    'shows %s to eyes and screen readers, as %s',
    (state, style) => {
      const svg = renderBadge('tide.example', { state, score: null }, style);
      expect(svg).toContain(`<title>tide.example: llms.txt ${state}</title>`);
      expect(svg).toContain('role="img"');
      expect(svg.toLowerCase()).toContain(`>${state}</text>`);
      expect(isWellFormed(svg)).toBe(true);
      const numbers = (pattern: RegExp) => [...svg.matchAll(pattern)].map(([, number]) => Number(number));
      const texts = numbers(/textLength="(\d+)"/g);
      const parts = numbers(/<rect (?:x="\d+" )?width="(\d+)" height="\d+" fill/g);
      expect(parts.map((width, at) => width > (texts[at] ?? width) + 8)).toEqual([true, true]);
    },
  );

  it.each([
    ['markup', '"><script>alert(1)</script>'],
    ['an entity', '&lt;script&gt;&#x41;'],
    ['control characters', 'a\u0000b\u0007c\u001bd\u0085e'],
    ['a lone surrogate', 'a\ud800b'],
    ['direction overrides', '\u202Eevil\u2066'],
    ['ten thousand characters', 'x'.repeat(10_000)],
    ['ten thousand combining marks', `a${'\u0301'.repeat(10_000)}`],
    ['characters that XML does not allow', 'a\ufffeb\uffffc'],
    ['nothing', ''],
  ])('keeps %s inert, short and well-formed', (_, text) => {
    const svg = drawBadge({ title: text, label: text, message: text, color: '"/><script>', style: 'flat' });
    expect(isWellFormed(svg)).toBe(true);
    expect(svg).not.toContain('<script');
    expect(svg.length).toBeLessThan(4_000);
    expect(svg).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it.each([
    ['flat', 'flat'],
    ['flat-square', 'flat-square'],
    ['for-the-badge', 'for-the-badge'],
    ['FLAT', null],
    ['"><script>', null],
    [null, null],
  ])('reads the style %j as %j', (asked, style) => {
    expect(parseBadgeStyle(asked)).toBe(style);
  });
});

/** Checks closed elements, quoted attributes and allowed characters of XML. */
function isWellFormed(svg: string): boolean {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(svg) || !svg.isWellFormed()) return false;
  const open: string[] = [];
  const rest = svg.replace(/<(\/?)([a-zA-Z]+)((?: [a-zA-Z-]+="[^"<]*")*)(\/?)>/g, (_, end, name, __, empty) => {
    if (end) {
      if (open.pop() !== name) open.push('unbalanced');
    } else if (!empty) open.push(name);
    return '';
  });
  return open.length === 0 && !/[<>]/.test(rest) && !/&(?!(?:amp|lt|gt|quot|#39);)/.test(svg);
}
