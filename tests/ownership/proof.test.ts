import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/crawl/steps/judge.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/directory/duration.ts';
import type { ProofRecheck } from '../../src/directory/visit.ts';
import { newProof, stepProof } from '../../src/ownership/proof.ts';
import { aPendingSite, aVisit, deadVisit, later } from '../directory/a-site.ts';

type Seen = ProofRecheck['outcome'];
const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

type Step = readonly [seen: Seen, atMs: number];

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
/** Parses results with their times, like `absent 0h, present 3d`. */
const steps = (text: string): Step[] =>
  [...text.matchAll(/(\w+) ([\d.]+)([smhd])/g)].map(([, seen = '', time = '', unit = '']) => [
    seen as Seen,
    Number(time) * (UNITS[unit] ?? 0),
  ]);
/** Creates daily rechecks of a site that does not answer, between two days. */
const outOfSight = (from: number, to: number): Step[] =>
  Array.from({ length: to - from + 1 }, (_, day) => ['inconclusive', (from + day) * DAY_MS]);

/** Replays rechecks (result and time). Returns the last result with all alerts. */
function play(...steps: readonly Step[]) {
  let proof = newProof('dns', TOKEN);
  const alerts: string[] = [];
  for (const [outcome, atMs] of steps) {
    const step = stepProof('bakery.com', proof, { method: 'dns', outcome }, later(atMs));
    if (step.alert) alerts.push(step.alert.type);
    if (!step.verified || !step.proof) return { alerts, verified: false, proof: null };
    proof = step.proof;
  }
  return { alerts, verified: true, proof };
}

describe('a proof', () => {
  const GRACE = 'absent 0h, absent 1h';
  const rows: [what: string, steps: readonly Step[], alerts: string[], verified: boolean][] = [
    ['that is there', steps('present 0h'), [], true],
    ['absent once', steps('absent 0h'), [], true],
    ['absent twice within the hour', steps('absent 0h, absent 3599.999s'), [], true],
    ['absent twice, an hour apart', steps(GRACE), ['proof.missing'], true],
    ['absent, seen, absent', steps('absent 0h, present 1h, absent 2h'), [], true],
    ['that could not be seen for less than 23 days', outOfSight(0, 22), [], true],
    ['that could not be seen for 23 days', outOfSight(0, 23), ['proof.missing'], true],
    ['that could not be seen for less than 30 days', outOfSight(0, 29), ['proof.missing'], true],
    ['that could not be seen for 30 days', outOfSight(0, 30), ['proof.missing', 'verification.lapsed'], false],
    [
      'that is seen once in those days',
      [...outOfSight(0, 29), ...steps('present 29.5d'), ...outOfSight(30, 52)],
      ['proof.missing', 'proof.restored'],
      true,
    ],
    [
      'that is looked for once in a month, because the grace begins with the alert',
      steps('inconclusive 0h, inconclusive 31d, inconclusive 37d'),
      ['proof.missing'],
      true,
    ],
    [
      'that was absent once, and then out of sight for 30 days',
      [...steps('absent 0h'), ...outOfSight(1, 30)],
      ['proof.missing', 'verification.lapsed'],
      false,
    ],
    [
      'that was gone within the first grace, and is out of sight at its end',
      [...steps(GRACE), ...outOfSight(1, 29)],
      ['proof.missing'],
      true,
    ],
    ['hidden between two absences', steps('absent 0h, inconclusive 1h, absent 2h'), ['proof.missing'], true],
    ['back within the grace', steps(`${GRACE}, present 1d`), ['proof.missing', 'proof.restored'], true],
    ['absent for days', steps(`${GRACE}, absent 3d, absent 6d`), ['proof.missing'], true],
    [
      'absent until the seven days are nearly over',
      steps(`${GRACE}, absent 3d, absent 10139m`),
      ['proof.missing'],
      true,
    ],
    [
      'absent for seven days on three days',
      steps(`${GRACE}, absent 3d, absent 169h`),
      ['proof.missing', 'verification.lapsed'],
      false,
    ],
    ['absent on two days only', steps(`${GRACE}, absent 8d`), ['proof.missing'], true],
    [
      'absent on the third day at last',
      steps(`${GRACE}, absent 8d, absent 9d`),
      ['proof.missing', 'verification.lapsed'],
      false,
    ],
    ['hidden when the seven days are over', steps(`${GRACE}, absent 3d, inconclusive 9d`), ['proof.missing'], true],
    ['back at the last moment', steps(`${GRACE}, absent 3d, present 9d`), ['proof.missing', 'proof.restored'], true],
    [
      'away a second time',
      steps(`${GRACE}, present 1d, absent 2d, absent 3d`),
      ['proof.missing', 'proof.restored', 'proof.missing'],
      true,
    ],
  ];
  it.each(rows)('follows visits: %s', (_, seen, alerts, verified) => {
    expect(play(...seen)).toMatchObject({ alerts, verified });
  });

  it('keeps its new place after it moved', () => {
    const { proof } = stepProof('bakery.com', newProof('dns', TOKEN), { method: 'meta', outcome: 'present' }, later(0));
    expect(proof?.method).toBe('meta');
  });

  it('leaves a hash in the store', () => expect(JSON.stringify(newProof('dns', TOKEN))).not.toContain(TOKEN));

  // The model follows the decisions. Grace begins with the first absence an hour or more after the first absence, or if a proof
  // was not seen for 23 days. The verification ends with the first absence seven days or more after the start of grace, if
  // there were absences on three days, or if a proof was not seen for 30 days.
  it('matches the model for any history', () => {
    const anySeen = fc.constantFrom<Seen>('present', 'absent', 'absent', 'absent', 'absent', 'inconclusive');
    const gap = fc.oneof(fc.integer({ min: 1, max: 90 * MINUTE_MS }), fc.integer({ min: HOUR_MS, max: 4 * DAY_MS }));
    fc.assert(
      fc.property(fc.array(fc.tuple(anySeen, gap), { maxLength: 40 }), (history) => {
        let clock = 0;
        const rows = history.map(([outcome, afterMs]): Step => {
          clock += afterMs;
          return [outcome, clock];
        });
        const alerts: string[] = [];
        let rechecks: { outcome: Seen; at: number }[] = [];
        let verified = true;
        const absent = () => rechecks.filter(({ outcome }) => outcome === 'absent');
        const graceBegun = () =>
          rechecks.find(
            ({ outcome, at }) =>
              (outcome === 'absent' && at - (absent()[0]?.at ?? at) >= HOUR_MS) ||
              at - (rechecks[0]?.at ?? at) >= 23 * DAY_MS,
          )?.at;
        for (const [outcome, at] of rows) {
          if (!verified) continue;
          const before = graceBegun();
          if (outcome === 'present') {
            if (before !== undefined) alerts.push('proof.restored');
            rechecks = [];
            continue;
          }
          rechecks.push({ outcome, at });
          if (before === undefined && graceBegun() !== undefined) alerts.push('proof.missing');
          const days = new Set(absent().map((each) => later(each.at).slice(0, 10)));
          const isOver = before !== undefined && at - before >= 7 * DAY_MS;
          const isGone = outcome === 'absent' && days.size >= 3;
          if (isOver && (isGone || at - (rechecks[0]?.at ?? at) >= 30 * DAY_MS)) {
            alerts.push('verification.lapsed');
            verified = false;
          }
        }
        expect(play(...rows)).toMatchObject({ alerts, verified });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a visit of a verified domain', () => {
  const proof = newProof('dns', TOKEN);
  const owned = aPendingSite({ verified: true, verified_at: later(0), proof });
  const options = (at: string) => ({ now: Date.parse(at), random: () => 0.5 });

  it('removes the bonus, tier and date with the verification, and alerts the owner', () => {
    const at = later(8 * DAY_MS);
    const valid = judge(
      { ...owned, components: { reach: 60, trust: 80, quality: 60, freshness: 20 } },
      aVisit(later(0)),
      options(later(0)),
    ).next;
    expect(valid).toMatchObject({ verified: true, status: 'valid' });
    const days = [1, 2].map((day) => later(day * DAY_MS).slice(0, 10));
    const away = { ...valid, proof: { ...proof, absence: { since: later(0), days, grace_since: later(HOUR_MS) } } };
    const { next, alerts, failed, point } = judge(
      away,
      aVisit(at, { proof: { method: 'dns', outcome: 'absent' } }),
      options(at),
    );
    expect(next).toMatchObject({ verified: false, verified_at: null, proof: null, status: 'valid' });
    const kept = judge(valid, aVisit(at, { proof: { method: 'dns', outcome: 'present' } }), options(at)).next;
    expect(next.authority).toBe((kept.authority ?? 0) - 15);
    expect(point).toMatchObject({ authority: next.authority });
    expect(alerts.map(({ type }) => type)).toEqual(['verification.lapsed']);
    // The result is held until the run settles, because our resolver may be dead.
    expect(failed).toBe(true);
  });

  it('stores only the time if it found neither file nor proof', () => {
    const at = later(DAY_MS);
    const { next, alerts } = judge(
      owned,
      { ...deadVisit(at), proof: { method: 'dns', outcome: 'inconclusive' } },
      options(at),
    );
    expect(next).toMatchObject({ verified: true, proof: { ...proof, unseen_since: at } });
    expect(alerts).toEqual([]);
  });

  it('keeps an owner without a proof', () => {
    const at = later(DAY_MS);
    const seeded = { ...owned, proof: null };
    const { next } = judge(seeded, aVisit(at, { proof: { method: 'dns', outcome: 'absent' } }), options(at));
    expect(next).toMatchObject({ verified: true, proof: null });
  });
});
