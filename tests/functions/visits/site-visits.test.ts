import { describe, expect, it } from 'vitest';
import { RULES } from '#llmstxt';
import type { VisitUnderWay } from '../../../functions/visits/single-flight.ts';
import { DirectoryError } from '../../../src/directory/errors.ts';
import type { Check } from '../../../src/operations/check/check-result.ts';
import { GOOD_FILE, observed } from '../http/an-observation.ts';
import { serveFake } from '../http/serve-fake.ts';

const found = (domain: string) => observed(domain, { status: 200, body: GOOD_FILE });
const drafted = { text: GOOD_FILE, pagesRead: 1, notes: [] };
const gate = () => Promise.withResolvers<void>();
/** Creates visits that end after the gate opens. */
const behind = (door: ReturnType<typeof gate>) => ({
  observe: async (domain: string) => {
    await door.promise;
    return found(domain);
  },
  draft: async () => {
    await door.promise;
    return drafted;
  },
});
/** Lets the requests so far start their visits. */
const started = () => new Promise(setImmediate);

/** Returns request fields of a numbered network. */
const from = (network: number) => ({ 'x-forwarded-for': `198.51.${network}.1` });

describe('check of a site', () => {
  it('returns findings and the preview', async () => {
    const observe = async (domain: string) => found(domain);
    const response = await serveFake({}, {}, { observe }).get('/v1/check/www.Example.com');
    expect(response.status).toBe(200);
    expect(response.headers.get('age')).toBe('0');
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(response.headers.get('ratelimit-policy')).toBe('"fetch";q=10;w=60');
    expect(await response.json()).toMatchObject({
      domain: 'example.com',
      url: 'https://example.com/llms.txt',
      final_url: 'https://example.com/llms.txt',
      fetched_at: '2026-11-20T10:00:00.000Z',
      status: 'valid',
      summary: { errors: 0 },
      preview: {
        title: 'Tide tables',
        sections: [{ title: 'Harbours', links: [{ url: 'https://example.com/brest' }] }],
      },
    });
  });

  it.each([
    ['dns', 'dns-fault'],
    ['refused-address', 'dns-fault'],
    ['tls', 'tls-fault'],
    ['timeout', 'no-answer'],
    ['connect', 'no-answer'],
    ['too-many-redirects', 'server-error'],
  ] as const)('gives for a failure %s the finding %s', async (failure, id) => {
    const observe = async (domain: string) => observed(domain, { failure });
    const response = await serveFake({}, {}, { observe }).get('/v1/check/example.com');
    expect(response.status).toBe(200);
    const check: Check = await response.json();
    expect(check).toMatchObject({ status: 'unreachable', quality: 0, preview: null, summary: { errors: 1 } });
    expect(check.checks.filter(({ outcome }) => outcome === 'failed').map((rule) => rule.id)).toEqual([id]);
    expect(new Set(check.checks.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(['not_applicable']));
  });

  it('lists unbroken rules after the findings', async () => {
    const body = '# Tide tables\n\n> When the sea comes.\n\n## Harbours\n\n- [Brest](https://example.com/brest)\n';
    const observe = async (domain: string) => observed(domain, { status: 200, body });
    const check: Check = await (await serveFake({}, {}, { observe }).get('/v1/check/example.com')).json();
    const failed = check.checks.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ id }) => id)).toContain('no-notes');
    expect(check.checks.slice(0, failed.length)).toEqual(failed);
    const others = check.checks.slice(failed.length);
    expect([...others, ...failed].map(({ id }) => id).toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
    const toOutcome = (id: string) => others.find((rule) => rule.id === id)?.outcome;
    expect(['not-found', 'no-title', 'content-type'].map(toOutcome)).toEqual(['passed', 'passed', 'passed']);
    expect(['no-describedby', 'dead-link', 'www-differs'].map(toOutcome)).toEqual(Array(3).fill('not_applicable'));
  });

  it('counts the visit for the requesting network', async () => {
    const networks: string[] = [];
    const observe = async (domain: string, { network }: VisitUnderWay) => {
      networks.push(network);
      return found(domain);
    };
    await serveFake({}, {}, { observe }).get('/v1/check/example.com', from(7));
    expect(networks).toEqual(['198.51.7.0/24']);
  });

  it('shares a visit while it runs and for a minute afterwards, failures included', async () => {
    for (const answer of [{ status: 200, body: GOOD_FILE }, { failure: 'connect' as const }]) {
      let visits = 0;
      const door = gate();
      const observe = async (domain: string) => {
        visits += 1;
        await door.promise;
        return observed(domain, answer);
      };
      const { get, wait } = serveFake({}, {}, { observe });
      const asked = [get('/v1/check/example.com'), get('/v1/check/www.example.com'), get('/v1/check/EXAMPLE.com.')];
      await started();
      door.resolve();
      const bodies = await Promise.all(
        asked.map(async (response) => (await (await response).json()).domain ?? 'failed'),
      );
      expect(new Set(bodies).size).toBe(1);
      wait(59_000);
      expect((await get('/v1/check/example.com')).headers.get('age')).toBe('59');
      expect(visits).toBe(1);
      wait(1_000);
      expect((await get('/v1/check/example.com')).headers.get('age')).toBe('0');
      expect(visits).toBe(2);
    }
  });

  it('retries at once after an internal error', async () => {
    let visits = 0;
    const observe = async (domain: string) => {
      visits += 1;
      if (visits === 1) throw new TypeError('defect');
      return found(domain);
    };
    const { get } = serveFake({}, {}, { observe });
    expect((await get('/v1/check/example.com')).status).toBe(500);
    expect((await get('/v1/check/example.com')).status).toBe(200);
  });

  it('runs sixteen visits at once and starts the next after a visit ends', async () => {
    const begun: string[] = [];
    const doors = new Map<string, () => void>();
    const observe = async (domain: string) => {
      begun.push(domain);
      await new Promise<void>((resolve) => doors.set(domain, resolve));
      return found(domain);
    };
    const { get } = serveFake({}, {}, { observe });
    const asked = Array.from({ length: 16 }, (_, i) => get(`/v1/check/site${i}.com`, from(i)));
    await started();
    const late = get('/v1/check/another.com', from(16));
    await started();
    expect(begun).toHaveLength(16);
    doors.get('site3.com')?.();
    await asked[3];
    expect(begun.at(-1)).toBe('another.com');
    for (const open of doors.values()) open();
    expect((await Promise.all([...asked, late])).map(({ status }) => status)).toEqual(Array(17).fill(200));
  });

  it('gives each network a separate place for a waiting domain', async () => {
    const begun: string[] = [];
    const doors: (() => void)[] = [];
    const observe = async (domain: string) => {
      begun.push(domain);
      await new Promise<void>((resolve) => doors.push(resolve));
      return found(domain);
    };
    const { get, wait } = serveFake({}, {}, { observe });
    const strangers = Array.from({ length: 16 }, (_, i) => get(`/v1/check/site${i}.com`, from(i)));
    await started();
    // Strangers with a slot request the owner's domain. The owner sends a request between two later strangers.
    const pressed = [0, 1, 2].map((i) => get('/v1/check/owner.com', from(i)));
    await started();
    const other = get('/v1/check/other.com', from(16));
    await started();
    const owner = get('/v1/check/owner.com', from(17));
    await started();
    const later = get('/v1/check/later.com', from(18));
    await started();
    wait(5_000);
    doors.shift()?.();
    await strangers[0];
    doors.shift()?.();
    await strangers[1];
    expect(begun.slice(16)).toEqual(['other.com', 'owner.com']);
    doors.shift()?.();
    await strangers[2];
    for (const open of doors) open();
    expect((await Promise.all([...strangers, ...pressed, other, owner, later])).every(({ ok }) => ok)).toBe(true);
    expect(begun).toHaveLength(19);
  });

  it('runs two visits per network without delaying others', async () => {
    const door = gate();
    const { get } = serveFake({}, {}, behind(door));
    const first = [get('/v1/check/one.com'), get('/v1/generate/two.com'), get('/v1/check/one.com')];
    await started();
    const refused = await get('/v1/check/three.com', { 'x-forwarded-for': '192.0.2.200' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('8');
    expect((await refused.json()).code).toBe('rate.limited');
    const others = get('/v1/check/three.com', from(1));
    await started();
    door.resolve();
    expect((await Promise.all([...first, others])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await get('/v1/check/four.com')).status).toBe(200);
  });

  it.each(['check', 'generate'])('allows one %s per minute for all names of a site', async (what) => {
    const answer = async (domain: string, { answeredBy }: VisitUnderWay) =>
      answeredBy(domain.startsWith('alias') ? 'https://www.victim.com/' : `https://${domain}/`);
    const observe = async (domain: string, underWay: VisitUnderWay) => {
      await answer(domain, underWay);
      return found(domain);
    };
    const draft = async (domain: string, underWay: VisitUnderWay) => {
      await answer(domain, underWay);
      return drafted;
    };
    const { get, wait } = serveFake({}, {}, { observe, draft });
    expect((await get(`/v1/${what}/alias1.com`)).status).toBe(200);
    wait(20_000);
    const second = await get(`/v1/${what}/alias2.com`);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '40']);
    // This request does not block the owner.
    expect((await get(`/v1/${what}/victim.com`)).status).toBe(200);
    wait(60_000);
    expect((await get(`/v1/${what}/alias2.com`)).status).toBe(200);
  });
});

describe('progress', () => {
  const accept = { accept: 'text/event-stream' };

  it('arrives live before the result', async () => {
    const door = gate();
    const observe = async (domain: string, { report }: VisitUnderWay) => {
      report('one');
      await door.promise;
      report('two');
      return found(domain);
    };
    const { get } = serveFake({}, {}, { observe });
    const response = await get('/v1/check/example.com', accept);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const reader = (response.body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('event: progress\ndata: {"message":"one"}\n\n');
    // A later caller gets the earlier progress.
    const late = get('/v1/check/example.com', accept).then((other) => other.text());
    await started();
    door.resolve();
    expect((await reader.read()).value).toBe('event: progress\ndata: {"message":"two"}\n\n');
    expect((await reader.read()).value).toMatch(/^event: result\ndata: \{"domain":"example.com".*\}\n\n$/);
    expect((await reader.read()).done).toBe(true);
    expect((await late).match(/event: \w+/g)).toEqual(['event: progress', 'event: progress', 'event: result']);
  });

  it('ends with the problem of a failing site', async () => {
    const draft = () => Promise.reject(new DirectoryError('site.timeout', 'The site took too long.'));
    const response = await serveFake({}, {}, { draft }).get('/v1/generate/example.com', accept);
    const text = await response.text();
    expect(text).toMatch(/^event: problem\ndata: .*"code":"site.timeout"/);
    expect(text).toContain(`"instance":"urn:uuid:${response.headers.get('x-request-id')}"`);
  });

  it.each([
    ['/v1/check/localhost', 400],
    ['/v1/stats', 406],
  ])('becomes an ordinary problem for %s', async (path, status) => {
    const response = await serveFake({}).get(path, accept);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  });

  it('does not depend on a disconnected client', async () => {
    const door = gate();
    const { get } = serveFake({}, {}, behind(door));
    const gone = await get('/v1/check/example.com', accept);
    const stays = get('/v1/check/example.com');
    await gone.body?.cancel();
    door.resolve();
    expect((await stays).status).toBe(200);
  });
});
