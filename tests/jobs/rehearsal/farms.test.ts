import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SCORE_VERSION } from '../../../src/directory/scoring/authority.ts';
import { FEATURED_FROM, FEATURED_FROM_VERIFIED } from '../../../src/directory/scoring/tier.ts';
import { FARM_DAYS, type FarmCost, simulateFarms } from '../../../src/jobs/rehearsal/farms/farms.ts';

const costs = simulateFarms();
const computeCost = (id: string): FarmCost => {
  const found = costs.find((cost) => cost.id === id);
  if (found === undefined) throw new Error(`no farm ${id}`);
  return found;
};
const listDays = (id: string) => computeCost(id).days;

describe('simulation of farms', () => {
  it('writes files of nearly full quality, so the cost is a lower bound', () => {
    for (const id of ['free', 'new', 'aged']) expect(computeCost(id).quality).toBeGreaterThanOrEqual(95);
  });

  it('features no farm within a year without a proof or a rank', () => {
    for (const id of ['free', 'new', 'aged', 'ranked', 'linking', 'free-linking']) {
      expect(computeCost(id), id).toMatchObject({ proofs: 0, days: null });
      expect(computeCost(id).authority, id).toBeLessThan(FEATURED_FROM);
    }
  });

  it('costs at least three weeks for each new name with a proof', () => {
    expect(listDays('new-proven')).toBeGreaterThanOrEqual(21);
    expect(listDays('free-proven')).toBeGreaterThanOrEqual(21);
  });

  it('gains nothing by links among farms', () => {
    for (const id of ['', '-proven']) {
      expect(computeCost(`linking${id}`).authority).toBeLessThanOrEqual(computeCost(`new${id}`).authority);
      expect(computeCost(`free-linking${id}`).authority).toBeLessThanOrEqual(computeCost(`free${id}`).authority);
    }
    expect(computeCost('linking-proven').proofs).toBe(computeCost('linking-proven').names);
  });

  it('features no farm with empty words, or with the file of another site', () => {
    for (const id of ['empty-words-proven', 'borrowed-proven']) {
      expect(computeCost(id)).toMatchObject({ days: null });
      expect(computeCost(id).authority).toBeLessThan(FEATURED_FROM_VERIFIED);
    }
  });

  it('features a farm at once with a proof and an aged or popular name', () => {
    for (const id of ['aged-proven', 'ranked-proven', 'aged-ranked-proven']) {
      expect(computeCost(id), id).toMatchObject({ names: 1, proofs: 1, days: 0 });
    }
  });

  it('orders farms by cost: featured first, then by days', () => {
    const days = costs.map((cost) => cost.days ?? Number.POSITIVE_INFINITY);
    expect(days).toEqual(days.toSorted((a, b) => Math.sign(a - b)));
    expect(days[0]).toBe(0);
    expect(days.at(-1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('matches the published figures (npm run fit -- publish)', () => {
    const published = readFileSync(new URL('../../../src/content/ruler/measured.json', import.meta.url), 'utf8');
    expect(JSON.parse(published).farms).toEqual({ score_version: SCORE_VERSION, days: FARM_DAYS, costs });
  });
});
