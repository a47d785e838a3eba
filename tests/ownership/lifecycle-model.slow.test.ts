import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/crawl/steps/judge.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/directory/duration.ts';
import { hashToken } from '../../src/ownership/proof.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { aVisit } from '../directory/a-site.ts';
import { leaseOne } from '../store/lease-one.ts';
import { toVisit } from '../store/sample-visit.ts';
import { serveOwners } from './serve-owners.ts';

/** Number of histories. A history makes dozens of database calls. */
const RUNS = Number(process.env['LIFECYCLE_RUNS'] ?? 25);

type Step =
  | { readonly act: 'wait'; readonly ms: number }
  | {
      readonly act:
        | 'publish'
        | 'remove'
        | 'hide'
        | 'show'
        | 'verify'
        | 'rotate'
        | 'stranger'
        | 'steal'
        | 'visit'
        | 'replay';
    };
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: MINUTE_MS, max: 3 * HOUR_MS }).map((ms): Step => ({ act: 'wait', ms })) },
    {
      weight: 4,
      arbitrary: fc.integer({ min: 12 * HOUR_MS, max: 4 * DAY_MS }).map((ms): Step => ({ act: 'wait', ms })),
    },
    { weight: 6, arbitrary: fc.constant<Step>({ act: 'visit' }) },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom(
          'publish',
          'publish',
          'remove',
          'remove',
          'hide',
          'show',
          'verify',
          'verify',
          'rotate',
          'stranger',
          'steal',
          'replay',
        )
        .map((act): Step => ({ act }) as Step),
    },
  ),
  { minLength: 10, maxLength: 40 },
);

const owners = await serveOwners();
closeAfterAll(owners);

describe('lifecycle of ownership', () => {
  let number = 0;

  it(`matches the model over ${RUNS} histories of owners, strangers and visits`, async () => {
    await fc.assert(fc.asyncProperty(steps, play), { numRuns: RUNS });
    expect(await owners.store.verifyCounters()).toEqual([]);
  });

  async function play(history: readonly Step[]): Promise<void> {
    const domain = `shop${++number}.com`;
    await owners.store.track([domain]);
    const fromElsewhere = (path: string) => owners.send('POST', path, undefined, { 'x-forwarded-for': '203.0.113.9' });
    const verify = `/v1/sites/${domain}/verify`;
    // The model contains published tokens, issued keys, and results of visits.
    const site = owners.published.get(domain) ?? new Set<string>();
    owners.published.set(domain, site);
    const model = { verified: false, key: null as string | null, old: [] as string[], proof: '', hidden: false };
    let rechecks: { outcome: 'absent' | 'inconclusive'; at: number }[] = [];
    const expectedAlerts: string[] = [];
    const redeemed: string[] = [];

    const instructions = async () => await (await owners.get(`/v1/sites/${domain}/verification`)).json();
    const redeem = async () => {
      const { token } = await instructions();
      const isThere = site.has(token);
      const response = await owners.send('POST', verify);
      // Skip the hourly quota, because the model has none.
      owners.clock.now += HOUR_MS + 1;
      expect(response.status).toBe(isThere ? 200 : 422);
      if (!isThere) return;
      if (model.key) model.old.push(model.key);
      if (model.verified) expectedAlerts.push('ownership.renewed');
      model.key = (await response.json()).api_key;
      model.verified = true;
      model.proof = token;
      rechecks = [];
      redeemed.push(token);
    };
    const visit = async () => {
      const run = `${domain} ${owners.clock.now} ${Math.random()}`;
      await owners.store.openRun({ id: run, kind: 'on-demand' });
      const claimed = await leaseOne(owners.store, domain, run);
      const at = new Date(owners.clock.now).toISOString();
      const { proof } = claimed.state;
      const outcome = model.hidden ? 'inconclusive' : site.has(model.proof) ? 'present' : 'absent';
      // The stored token is the token of the proof.
      if (model.verified) expect(proof?.token_hash).toBe(hashToken(model.proof));
      else expect(proof).toBeNull();
      const recheck = { method: 'dns', outcome } as const;
      const observation = { ...aVisit(at), domain, ...(proof ? { proof: recheck } : {}) };
      const judged = judge(claimed.state, observation, { now: owners.clock.now, random: () => 0.5 });
      const written = toVisit(claimed, run, owners.clock.now, judged.next, {
        hold: judged.failed,
        alerts: judged.alerts,
        dueAt: judged.dueAt,
      });
      await owners.store.apply(written);
      await owners.store.settleRun(run);
      if (!model.verified) return;
      const now = owners.clock.now;
      const absent = () => rechecks.filter((each) => each.outcome === 'absent');
      const isGrace = (each: (typeof rechecks)[number]) =>
        (each.outcome === 'absent' && each.at - (absent()[0]?.at ?? each.at) >= HOUR_MS) ||
        each.at - (rechecks[0]?.at ?? each.at) >= 23 * DAY_MS;
      const before = rechecks.find(isGrace)?.at;
      if (outcome === 'present') {
        if (before !== undefined) expectedAlerts.push('proof.restored');
        rechecks = [];
        return;
      }
      rechecks.push({ outcome, at: now });
      if (before === undefined && rechecks.some(isGrace)) expectedAlerts.push('proof.missing');
      const days = new Set(absent().map(({ at: seenAt }) => new Date(seenAt).toISOString().slice(0, 10)));
      const isGone = outcome === 'absent' && days.size >= 3;
      const isUnseen = now - (rechecks[0]?.at ?? now) >= 30 * DAY_MS;
      if (before !== undefined && now - before >= 7 * DAY_MS && (isGone || isUnseen)) {
        expectedAlerts.push('verification.lapsed');
        model.verified = false;
      }
    };
    const acts: Record<Exclude<Step['act'], 'wait'>, () => Promise<unknown>> = {
      publish: async () => site.add((await instructions()).token),
      remove: async () => site.clear(),
      hide: async () => {
        model.hidden = true;
      },
      show: async () => {
        model.hidden = false;
      },
      verify: redeem,
      rotate: async () => {
        site.add((await instructions()).token);
        await redeem();
      },
      // Another address gets nothing for any published token.
      stranger: async () => {
        const response = await fromElsewhere(verify);
        expect(response.status).toBe(422);
        owners.clock.now += HOUR_MS + 1;
      },
      steal: async () => {
        for (const token of site) {
          const claim = Buffer.from(token).toString('hex').slice(0, 32);
          const response = await fromElsewhere(`${verify}?claim=${claim}`);
          expect(response.status).toBe(422);
        }
        owners.clock.now += HOUR_MS + 1;
      },
      // A token gives a key only once.
      replay: async () => {
        for (const token of redeemed) site.add(token);
        const { token } = await instructions();
        expect(redeemed).not.toContain(token);
      },
      visit,
    };

    for (const step of history) {
      if (step.act === 'wait') owners.clock.now += step.ms;
      else await acts[step.act]();
      expect((await owners.store.lookup(domain))?.verified).toBe(model.verified);
    }
    if (model.key) {
      const response = await owners.as(model.key)('GET', `/v1/sites/${domain}/stats`);
      expect(response.status).toBe(model.verified ? 200 : 401);
    }
    for (const key of model.old) {
      expect((await owners.as(key)('GET', `/v1/sites/${domain}/stats`)).status).toBe(401);
    }
    const alerts = await owners.query<{ type: string }>(
      "select type from directory.alerts where domain = $1 and type <> 'email.confirmation' order by created_at",
      [domain],
    );
    expect(alerts.map(({ type }) => type)).toEqual(expectedAlerts);
    const [row] = await owners.query<{ generation: number }>(
      'select generation from directory.key_generations where domain = $1',
      [domain],
    );
    expect(row?.generation ?? 0).toBe(redeemed.length);
  }
});
