import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/crawl/steps/judge.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/directory/duration.ts';
import { domainStateSchema, type Status } from '../../src/directory/state.ts';
import type { Observation } from '../../src/directory/visit.ts';
import {
  aPendingSite,
  aVisit,
  deadVisit,
  invalidVisit,
  later,
  notFoundVisit,
  statusVisit,
} from '../directory/a-site.ts';

/** Response of a site to a visit. The model below follows the decisions, not the code. */
type Answer = 'valid' | 'not-found' | 'error' | 'dead' | 'server-error' | 'wall';
const VISITS: Readonly<Record<Answer, (at: string) => Observation>> = {
  valid: (at) => aVisit(at),
  'not-found': notFoundVisit,
  error: (at) => invalidVisit(at),
  dead: (at) => deadVisit(at),
  'server-error': (at) => statusVisit(at, 502),
  wall: (at) => statusVisit(at, 403),
};
const KINDS: Readonly<Record<Exclude<Answer, 'valid'>, 'definitive' | 'network' | 'blocked'>> = {
  'not-found': 'definitive',
  error: 'definitive',
  dead: 'network',
  'server-error': 'network',
  wall: 'blocked',
};

interface Step {
  readonly answer: Answer;
  readonly afterMs: number;
}
const answer = fc.constantFrom<Answer>('valid', 'valid', 'not-found', 'error', 'dead', 'server-error', 'wall');
const gap = fc.oneof(
  fc.integer({ min: MINUTE_MS, max: 30 * MINUTE_MS }),
  fc.integer({ min: HOUR_MS, max: 30 * HOUR_MS }),
  fc.integer({ min: DAY_MS, max: 9 * DAY_MS }),
);
const history = fc.array(fc.record({ answer, afterMs: gap }), { minLength: 1, maxLength: 40 });

interface SentAlert {
  readonly at: number;
  readonly type: string;
}

/** Replays a history, checks every step, and returns statuses and alerts. */
function play(steps: readonly Step[], verified: boolean): { statuses: Status[]; sent: SentAlert[] } {
  let state = aPendingSite({ verified, verified_at: verified ? later(0) : null });
  let clock = 0;
  let failures: { kind: string; at: number }[] = [];
  const statuses: Status[] = [];
  const sent: SentAlert[] = [];
  for (const step of steps) {
    clock += step.afterMs;
    const at = later(clock);
    const { next, alerts, point, dueAt } = judge(state, VISITS[step.answer](at), {
      now: Date.parse(at),
      random: () => 0.5,
    });
    failures = step.answer === 'valid' ? [] : [...failures, { kind: KINDS[step.answer], at: clock }];
    expect(next.status).toBe(expectedStatus(state.status, failures, clock));
    expect(domainStateSchema.parse(next)).toEqual(next);
    expect(next.failure === null).toBe(step.answer === 'valid');
    expect(Date.parse(dueAt)).toBeGreaterThan(Date.parse(at) + 15 * MINUTE_MS);
    if (verified) expect(Date.parse(dueAt)).toBeLessThanOrEqual(Date.parse(at) + DAY_MS);
    // Only a decision or a success may change a score.
    if (next.failure && next.status === state.status && next.status !== 'invalid') {
      expect([next.authority, next.tier, point]).toEqual([state.authority, state.tier, null]);
    }
    if (next.status === 'unreachable') expect(next.components).toEqual(state.components);
    sent.push(...alerts.map(({ type }) => ({ at: clock, type })));
    statuses.push(next.status);
    state = next;
  }
  return { statuses, sent };
}

function expectedStatus(before: Status, failures: readonly { kind: string; at: number }[], now: number): Status {
  const last = failures.at(-1);
  if (!last) return 'valid';
  const same = failures.filter(({ kind }) => kind === last.kind);
  const span = now - (same[0]?.at ?? now);
  if (last.kind === 'definitive') {
    return before === 'pending' || (same.length >= 2 && span >= 15 * MINUTE_MS) ? 'invalid' : before;
  }
  if (last.kind === 'network') {
    return before === 'pending' || (same.length >= 3 && span >= DAY_MS) ? 'unreachable' : before;
  }
  return span >= 7 * DAY_MS ? 'unreachable' : before;
}

describe('judging of any history', () => {
  it('gives the status of the table', () => {
    fc.assert(fc.property(history, fc.boolean(), (steps, verified) => void play(steps, verified)));
  });

  it('sends alerts in pairs, and no alert for a site without an owner', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { sent } = play(steps, true);
        for (const [index, { type }] of sent.entries()) {
          expect(type).toBe(index % 2 === 0 ? 'llms_txt.broken' : 'llms_txt.recovered');
        }
        expect(play(steps, false).sent).toEqual([]);
      }),
    );
  });

  it('counts one incident and one alert each time a valid site fails', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { statuses, sent } = play(steps, true);
        const left = statuses.filter((status, index) => status !== 'valid' && statuses[index - 1] === 'valid').length;
        expect(sent.filter(({ type }) => type === 'llms_txt.broken')).toHaveLength(left);
      }),
    );
  });
});
