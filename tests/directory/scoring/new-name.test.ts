import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/crawl/steps/judge.ts';
import { DAY_MS } from '../../../src/directory/duration.ts';
import type { DomainState } from '../../../src/directory/state.ts';
import { aPendingSite, aVisit, later } from '../a-site.ts';

/** Computes a site with a perfect file after daily visits since its registration. */
function afterDays(site: Partial<DomainState> & Pick<DomainState, 'domain'>, days: number): DomainState {
  let state = aPendingSite({ verified: true, verified_at: later(0), ...site });
  for (let day = 0; day <= days; day++) {
    const at = later(day * DAY_MS);
    const response = { ...aVisit(at).response, finalUrl: `https://${site.domain}/llms.txt` };
    state = judge(state, aVisit(at, { domain: site.domain, response }), {
      now: Date.parse(at),
      random: () => 0.5,
    }).next;
  }
  return state;
}

describe('a new name with a perfect file and a proof', () => {
  const names = [
    { domain: 'brand-new-bakery.com', registered_at: later(-DAY_MS) },
    { domain: 'brand-new-bakery.de', registered_at: null },
    { domain: 'brand-new-bakery.pages.dev', registered_at: null },
    { domain: 'brand-new-bakery.github.io', registered_at: '2013-03-08T00:00:00.000Z' },
  ];
  it.each(names)('stays listed on its first days: $domain', (name) => {
    for (const days of [0, 1, 2, 7, 14]) expect(afterDays(name, days).tier).toBe('listed');
  });
  it.each(names)('becomes featured after 45 days: $domain', (name) => {
    expect(afterDays(name, 45)).toMatchObject({ tier: 'featured', score_version: 3 });
  });
  it.each(names)('stays listed without the proof at any age: $domain', (name) => {
    expect(afterDays({ ...name, verified: false, verified_at: null }, 120).tier).toBe('listed');
  });
});
