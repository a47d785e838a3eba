import { describe, expect, it } from 'vitest';
import { lint } from '#llmstxt';
import { qualityView, renderQualityMarkdown } from '../../../src/site/content/views/quality/quality-view.ts';
import { adviceSteps } from '../../../src/site/content/views/quality/verdict.ts';
import { withoutQuotes } from '../../../src/site/content/views/quality/without-quotes.ts';

const BARE = '# Bikes\n\n## Pages\n\n- [City](https://e.example/city)\n- [Prices](https://e.example/prices)\n';

function toView(text: string, quality?: number) {
  const { assessment, quality: own } = lint({ body: text });
  if (assessment === null) throw new Error('nothing was assessed');
  return qualityView(assessment, quality ?? own);
}

describe('view of quality parts', () => {
  it('shows parts that add up to the score without a limit', () => {
    const view = toView(`${BARE}\n> ${'word '.repeat(3)}`);
    const sum = view.parts.reduce((total, { weight, score }) => total + (weight * score) / 100, 0);
    expect(view.parts.reduce((total, { weight }) => total + weight, 0)).toBe(100);
    if (view.limit === null) expect(Math.abs(sum - view.score)).toBeLessThan(2);
    else expect(sum).toBeGreaterThan(view.score - 1);
  });

  it('keeps only the lines of advice that a verdict quotes', () => {
    const quality = toView(BARE);
    const steps = adviceSteps(quality, '#q');
    expect(withoutQuotes(quality, { steps: [] })).toEqual(quality);
    const rest = withoutQuotes(quality, { steps })?.advice ?? [];
    expect(rest.map(({ text }) => text)).toEqual(rest.map(() => ''));
    expect(rest.find(({ part }) => part === 'descriptions')?.lines).toEqual([5, 6]);
  });

  it('sorts advice by gain, with the first lines', () => {
    const { advice } = toView(BARE);
    const points = advice.map(({ text }) => Number(/ It adds about (\d+) points?\.$/.exec(text)?.[1]));
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    expect(advice.find(({ part }) => part === 'descriptions')?.lines).toEqual([5, 6]);
    const markdown = renderQualityMarkdown(toView(BARE));
    expect(markdown).toContain('See lines 5 and 6.');
    expect(markdown).toContain('| descriptions |');
  });

  it('shows the possible quality of an invalid file', () => {
    expect(toView(BARE, 0).note).toMatch(/its quality is 0; it would be \d+\./);
    expect(toView(BARE).note).toBeNull();
  });
});
