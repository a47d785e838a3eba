import { describe, expect, it } from 'vitest';
import { historyView } from '../../src/site/content/views/domain/history-view.ts';
import { historyChart } from '../../src/site/look/charts/history-chart.ts';
import { detailOf } from './domain-fixture.ts';

const point = (day: number, authority: number | null, score_version = 2) => ({
  at: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  status: 'valid',
  authority,
  score_version,
  reach: null,
  trust: null,
  quality: null,
  freshness: null,
});

describe('the score history', () => {
  it.each([
    ['nothing', []],
    ['one score', [point(1, 40)]],
    ['one score among gaps', [point(1, null), point(2, 40), point(3, null)]],
  ])('draws no line for %s', (_, history) => {
    expect(historyChart(history, null)).toBeNull();
  });

  it('draws steps from the first score to the latest visit', () => {
    const chart = historyChart([point(1, 0), point(11, 100)], '2026-01-21T00:00:00.000Z');
    expect(chart?.line).toBe('M30 122H332V8H634');
    expect(chart?.from).toBe('1 Jan 2026');
    expect(chart?.to).toBe('21 Jan 2026');
    expect(chart?.description).toBe('Authority went from 0 to 100; lowest 0, highest 100.');
  });

  it('marks changes of the formula version', () => {
    const history = [point(1, 70, 1), point(6, 70, 1), point(11, 40), point(12, 41)];
    expect(historyChart(history, '2026-01-21T00:00:00.000Z')?.versions).toEqual([{ x: 332, label: 'version 2' }]);
    expect(historyView(history, null).changes).toEqual([
      'Scores since 11 Jan 2026 use version 2 of the formula, earlier scores use version 1. A step on that day is not a change of the site.',
    ]);
    expect(historyView(detailOf().history, null).changes).toEqual([]);
  });

  it('stays inside its picture for any dates', () => {
    const same = historyChart([point(1, 10), point(1, 90)], '2020-01-01T00:00:00.000Z');
    expect(same?.line).not.toMatch(/NaN|Infinity|-/);
    expect(historyChart(detailOf().history, null)?.last.x).toBe(634);
  });
});
