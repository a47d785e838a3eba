import { describe, expect, it } from 'vitest';
import { type ExplainTools, explainVisit } from '../../src/crawl/explain-visit.ts';
import { formatExplanation } from '../../src/crawl/format-explanation.ts';
import { CRAWLER_TOKEN } from '../../src/directory/crawler-token.ts';
import { newDomain } from '../../src/directory/new-domain.ts';
import { SCORE_VERSION } from '../../src/directory/scoring/authority.ts';
import type { DomainState } from '../../src/directory/state.ts';
import { fakeNet, type Said } from './fake-net.ts';
import { noPacing } from './test-visit-tools.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const EARLIER = '2026-11-23T11:00:00.000Z';
const LATER = '2026-11-23T13:00:00.000Z';
const ROBOTS = 'https://a.example/robots.txt';
const fresh = newDomain('a.example', EARLIER);

function tools(web: Readonly<Record<string, Said>>) {
  const net = fakeNet(web);
  const policy = { robotsToken: CRAWLER_TOKEN, pacing: noPacing, isHostAllowed: () => true };
  const given: ExplainTools = {
    session: net.openSession(),
    policy,
    now: () => NOW,
    signal: AbortSignal.timeout(5_000),
  };
  return { net, given };
}
const explain = async (robots: Said, state: DomainState = fresh) => {
  const { net, given } = tools({ [ROBOTS]: robots });
  const planned = { state, due_at: EARLIER, worker: null };
  return { asked: net.asked, explained: await explainVisit('a.example', planned, state, given) };
};

describe('explanation of a visit', () => {
  it('requests robots.txt once and lists the requests in order', async () => {
    const { asked, explained } = await explain(404);
    expect(asked).toEqual([ROBOTS]);
    expect(explained.requests.map(({ url }) => url)).toEqual([
      ROBOTS,
      'https://a.example/llms.txt',
      'https://www.a.example/robots.txt',
      'https://www.a.example/llms.txt',
      'http://a.example/llms.txt',
      'https://a.example/',
      'https://a.example/llms-full.txt',
      'https://www.a.example/llms.txt',
    ]);
    expect(formatExplanation(explained)).toContain(
      'Requested for this explanation: https://a.example/robots.txt (status 404).',
    );
  });

  it('names the deciding line of robots.txt', async () => {
    const robots = '# ours\nUser-agent: *\nDisallow: /llms-\nAllow: /\n';
    const { explained } = await explain(robots);
    expect(explained.requests.find(({ url }) => url.endsWith('llms-full.txt'))).toMatchObject({
      robots: 'disallowed',
      rule: { line: 3, text: 'Disallow: /llms-' },
    });
    const text = formatExplanation(explained);
    expect(text).toContain('allowed by robots.txt (line 4, "Allow: /")');
    expect(text).toContain('not signed');
  });

  it('ends if robots.txt disallows the file', async () => {
    const { explained } = await explain(`User-agent: ${CRAWLER_TOKEN}\nDisallow: /\n`);
    expect(explained.requests.map(({ robots }) => robots)).toEqual(['allowed', 'opt-out']);
    expect(formatExplanation(explained)).toContain('opt-out by robots.txt (line 2, "Disallow: /")');
    expect(formatExplanation(explained)).toMatch(/The visit would end there\.\n$/);
  });

  it('reports that requests wait until robots.txt is readable', async () => {
    const { explained } = await explain(503);
    expect(explained.requests.map(({ robots }) => robots)).toEqual(['allowed', 'unknown']);
    expect(formatExplanation(explained)).toContain('not requested until robots.txt can be read');
    expect(formatExplanation(explained)).toMatch(/The visit would end there\.\n$/);
  });

  it('shows the fields of a conditional request without control characters', async () => {
    const llms_txt = 'https://a.example/llms.txt';
    const known = { ...fresh, status: 'valid', llms_txt, etag: '"x\u001b[2J"', score_version: SCORE_VERSION } as const;
    const { explained } = await explain(404, known);
    expect(explained.requests[1]?.headers).toEqual({ 'if-none-match': known.etag });
    expect(formatExplanation(explained)).toContain('with if-none-match: "x�[2J"');
  });

  it.each([
    [null, 'not in the directory'],
    [{ state: fresh, due_at: EARLIER, worker: null }, `due since ${EARLIER}`],
    [{ state: fresh, due_at: LATER, worker: null }, `not due before ${LATER}`],
    [{ state: fresh, due_at: LATER, worker: 'host 7' }, `visited now by host 7, whose lease ends at ${LATER}`],
  ])('reports the due time: %#', async (planned, said) => {
    const { given } = tools({ [ROBOTS]: 404 });
    expect(formatExplanation(await explainVisit('a.example', planned, fresh, given))).toContain(`a.example: ${said}`);
  });

  it('requests nothing if a decision rejects the domain', async () => {
    const { net, given } = tools({});
    const explained = await explainVisit('a.example', { state: fresh, due_at: null, worker: null }, fresh, given);
    expect(net.asked).toEqual([]);
    expect(formatExplanation(explained)).toBe(
      'a.example: not visited, because a decision blocks it. Nothing was requested.\n',
    );
  });
});
