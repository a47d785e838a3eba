import { describe, expect, it } from 'vitest';
import { parse } from '#llmstxt';
import { judge } from '../../src/crawl/steps/judge.ts';
import { DAY_MS, HOUR_MS } from '../../src/directory/duration.ts';
import type { DomainState } from '../../src/directory/state.ts';
import type { Judgement, Observation } from '../../src/directory/visit.ts';
import {
  aFinding,
  anInspection,
  aPendingSite,
  aResponse,
  aVisit,
  deadVisit,
  invalidVisit,
  later,
  notFoundVisit,
  START,
  statusVisit,
  validVisit,
} from '../directory/a-site.ts';

const options = (at: string) => ({ now: Date.parse(at), random: () => 0.5 });
const see = (state: DomainState, visit: Observation, definitiveAtOnce = false): Judgement =>
  judge(state, visit, { ...options(visit.at), definitiveAtOnce });

/** Judges consecutive visits and returns the last result. */
function afterVisits(state: DomainState, visits: readonly Observation[]): Judgement {
  const [first, ...rest] = visits;
  if (!first) throw new Error('no visit');
  return rest.reduce((judgement, visit) => see(judgement.next, visit), see(state, first));
}

const spamPageVisit = (at: string) =>
  aVisit(at, {
    inspection: anInspection({
      kind: 'html',
      valid: false,
      document: null,
      findings: [aFinding('html-body', 'error'), aFinding('spam-terms', 'warning')],
    }),
  });
const validSite = see(aPendingSite(), aVisit(START)).next;
const verifiedSite = see(aPendingSite({ verified: true, verified_at: START }), aVisit(START)).next;
const alertTypes = (judgement: Judgement) => judgement.alerts.map((alert) => alert.type);

describe('a first visit', () => {
  it.each<[string, Observation, DomainState['status'], DomainState['tier']]>([
    ['a valid file', aVisit(START), 'valid', 'listed'],
    ['a file with an error', invalidVisit(START), 'invalid', 'unlisted'],
    ['HTML under the name', invalidVisit(START, 'html-body', 'html'), 'invalid', 'unlisted'],
    ['no file', notFoundVisit(START), 'invalid', 'unlisted'],
    ['410', statusVisit(START, 410), 'invalid', 'unlisted'],
    ['a name without address', deadVisit(START, 'dns'), 'unreachable', 'unlisted'],
    ['an expired certificate', deadVisit(START, 'tls'), 'unreachable', 'unlisted'],
    ['500', statusVisit(START, 500), 'unreachable', 'unlisted'],
    ['403', statusVisit(START, 403), 'pending', null],
    ['429', statusVisit(START, 429), 'pending', null],
    ['robots.txt forbids', statusVisit(START, 200, { robots: 'disallowed' }), 'pending', null],
    ['opt-out', statusVisit(START, 200, { robots: 'opt-out' }), 'pending', 'rejected'],
    ['a parked page', invalidVisit(START, 'parked-page', 'parked'), 'invalid', 'rejected'],
    ['spam', validVisit(START, { findings: [aFinding('spam-terms', 'warning')] }), 'valid', 'rejected'],
    ['spam on a web page instead of the file', spamPageVisit(START), 'invalid', 'rejected'],
    ['a valid file of poor quality', validVisit(START, { quality: 20 }), 'valid', 'listed'],
    ['a valid file that helps nobody', validVisit(START, { quality: 0 }), 'valid', 'unlisted'],
  ])('follows %s', (_, visit, status, tier) => {
    expect(see(aPendingSite(), visit).next).toMatchObject({ status, tier, last_checked: START });
  });

  it('gives no authority before the first valid file', () => {
    const { next } = see(aPendingSite(), notFoundVisit(START));
    expect(next).toMatchObject({ authority: null, title: null, llms_txt: null, sections: null });
    expect(next.components.quality).toBe(0);
  });
  it('stores the facts of the file', () => {
    expect(validSite).toMatchObject({
      title: 'Bakery',
      summary: 'Bread of the village.',
      sections: 1,
      links: 0,
      llms_txt: 'https://bakery.example/llms.txt',
      content_hash: 'hash-1',
      tls_valid: true,
      cross_domain_redirect: false,
      components: { reach: 0, trust: 30, quality: 100, freshness: 100 },
      authority: 43,
    });
  });
});

describe('a valid site', () => {
  /** Visits this many hours after the start. */
  const gone = (...hours: number[]) => hours.map((hour) => notFoundVisit(later(hour * HOUR_MS)));
  const silent = (...hours: number[]) => hours.map((hour) => deadVisit(later(hour * HOUR_MS)));
  const walled = (...hours: number[]) => hours.map((hour) => statusVisit(later(hour * HOUR_MS), 403));
  const QUARTER = 1 / 4;
  it.each<[string, Observation[], DomainState['status']]>([
    ['stays valid after one 404', gone(24), 'valid'],
    ['stays valid after two within 15 minutes', gone(0, QUARTER - 1 / HOUR_MS), 'valid'],
    ['is invalid after two that are 15 minutes apart', gone(0, QUARTER), 'invalid'],
    ['is invalid after different definitive failures', [...gone(0), invalidVisit(later(HOUR_MS))], 'invalid'],
    ['stays valid when a success came between', [...gone(0), aVisit(later(HOUR_MS)), ...gone(24)], 'valid'],
    ['stays valid through two timeouts over two days', silent(0, 48), 'valid'],
    ['stays valid through many in 23 hours', silent(0, 1, 2, 5, 23), 'valid'],
    ['is unreachable after three over 24 hours', silent(0, 6, 24), 'unreachable'],
    [
      'counts DNS, TLS and 5xx alike',
      [deadVisit(later(0), 'dns'), statusVisit(later(HOUR_MS), 503), deadVisit(later(DAY_MS), 'tls')],
      'unreachable',
    ],
    ['is invalid though timeouts came between the 404s', [...gone(0), ...silent(1), ...gone(2)], 'invalid'],
    ['stays valid behind a wall for 6 days', walled(0, 72, 144), 'valid'],
    ['is unreachable behind a wall for 7 days', walled(0, 72, 168), 'unreachable'],
    ['stays valid when the clock goes back a day', gone(0, -24), 'valid'],
    ['stays valid when the clock jumps a day over two timeouts', silent(0, 24), 'valid'],
  ])('follows %s', (_, visits, status) => {
    expect(afterVisits(validSite, visits).next.status).toBe(status);
  });

  it('keeps its score until a failure counts', () => {
    const { authority, components, tier } = validSite;
    for (const visit of [notFoundVisit(later(DAY_MS)), deadVisit(later(DAY_MS)), statusVisit(later(DAY_MS), 403)]) {
      const judgement = see(validSite, visit);
      expect(judgement.next).toMatchObject({ authority, components, tier, status: 'valid' });
      expect(judgement.next.failure).toMatchObject({ count: 1, since: later(DAY_MS) });
      expect(judgement.point).toBeNull();
      expect(judgement.failed).toBe(true);
    }
  });
  it('counts for the breaker only in its first failed visit', () => {
    const first = see(validSite, deadVisit(later(0)));
    expect([first.failed, see(first.next, deadVisit(later(HOUR_MS))).failed]).toEqual([true, false]);
    expect(see(aPendingSite(), deadVisit(later(0))).failed).toBe(false);
  });
  it('changes at once on a definitive response to its owner, but not on a network failure', () => {
    expect(see(validSite, notFoundVisit(later(DAY_MS)), true).next.status).toBe('invalid');
    expect(see(validSite, deadVisit(later(DAY_MS)), true).next.status).toBe('valid');
  });
  it('becomes rejected after two parked pages', () => {
    const parked = (at: string) => invalidVisit(at, 'parked-page', 'parked');
    const first = see(validSite, parked(later(DAY_MS)));
    expect(first.next).toMatchObject({ status: 'valid', tier: 'listed' });
    const second = see(first.next, parked(later(2 * DAY_MS)));
    expect(second.next).toMatchObject({ status: 'invalid', tier: 'rejected', rejection: 'parked' });
    expect(see(second.next, deadVisit(later(3 * DAY_MS))).next.tier).toBe('rejected');
    expect(see(second.next, aVisit(later(3 * DAY_MS))).next).toMatchObject({ rejection: null, tier: 'listed' });
  });
  it('becomes rejected if its file is missing and its homepage offers the domain', () => {
    const gone = (at: string) => ({ ...notFoundVisit(at), parkedHomepage: true });
    const { next } = afterVisits(validSite, [gone(later(DAY_MS)), gone(later(2 * DAY_MS))]);
    expect(next).toMatchObject({ status: 'invalid', tier: 'rejected', rejection: 'parked' });
  });
  it('stays rejected while it is on the block list', () => {
    expect(see({ ...validSite, rejection: 'block-list' }, aVisit(later(DAY_MS))).next.tier).toBe('rejected');
  });
  it('returns after its opt-out ends', () => {
    const out = see(validSite, statusVisit(later(DAY_MS), 200, { robots: 'opt-out' })).next;
    expect(out).toMatchObject({ tier: 'rejected', etag: null, status: 'valid' });
    expect(see(out, aVisit(later(2 * DAY_MS))).next).toMatchObject({ tier: 'listed', rejection: null });
  });
  it('stays opted out after a recrawl without robots.txt', () => {
    const out = see(validSite, statusVisit(later(DAY_MS), 200, { robots: 'opt-out' })).next;
    const recrawled = see(out, aVisit(later(2 * DAY_MS), { robots: 'not-asked' }), true).next;
    expect(recrawled).toMatchObject({ status: 'valid', tier: 'rejected', rejection: 'opt-out' });
  });
});

describe('an invalid or unreachable site', () => {
  const invalid = afterVisits(validSite, [notFoundVisit(later(0)), notFoundVisit(later(HOUR_MS))]).next;
  const unreachable = afterVisits(
    validSite,
    [0, 6, 24].map((hour) => deadVisit(later(hour * HOUR_MS))),
  ).next;
  it('has no llms-full.txt while it has no llms.txt, like a site that never had one', () => {
    const before = { ...invalid, status: 'valid' as const, llms_full_txt: 'https://bakery.example/llms-full.txt' };
    expect(see(before, notFoundVisit(later(2 * HOUR_MS))).next).toMatchObject({ llms_txt: null, llms_full_txt: null });
    expect(see(before, deadVisit(later(2 * HOUR_MS))).next.llms_full_txt).toBe(before.llms_full_txt);
  });
  it('becomes valid after one success', () => {
    for (const site of [invalid, unreachable]) {
      expect(see(site, aVisit(later(3 * DAY_MS))).next).toMatchObject({ status: 'valid', failure: null });
    }
  });
  it('gets quality 0 while invalid, and keeps its last score while unreachable', () => {
    expect(invalid).toMatchObject({ components: { quality: 0 }, authority: 18, tier: 'unlisted', llms_txt: null });
    expect(unreachable).toMatchObject({ components: validSite.components, authority: 43, tier: 'unlisted' });
  });
  it('gets the bonus while unreachable if its owner verifies', () => {
    expect(see({ ...unreachable, verified: true }, deadVisit(later(2 * DAY_MS))).next.authority).toBe(58);
  });
});

describe('an unmodified file', () => {
  const again = aVisit(later(2 * DAY_MS), {
    notModified: true,
    inspection: null,
    contentHash: null,
    response: aResponse({ status: 304 }),
  });
  it('keeps title, sections, links, quality and version', () => {
    // Use an older site, whose trust does not grow within two days.
    const before = see(
      aPendingSite({ first_seen: later(-120 * DAY_MS) }),
      validVisit(START, { quality: 91 }, { response: aResponse({ headers: { etag: '"1"' } }) }),
    ).next;
    const { next, point } = see(before, again);
    const { title, summary, sections, links, content_hash, content_changed_at, etag, components } = before;
    expect(next).toMatchObject({ title, summary, sections, links, content_hash, content_changed_at, etag, components });
    expect(next).toMatchObject({ status: 'valid', last_checked: later(2 * DAY_MS), etag: '"1"' });
    expect(point).toBeNull();
  });
  it('counts as a success after failures', () => {
    const failing = see(validSite, deadVisit(later(DAY_MS))).next;
    expect(see(failing, again).next).toMatchObject({ status: 'valid', failure: null });
  });
});

describe('stored data of a response', () => {
  it.each<[string, string | undefined, string]>([
    ['a sane date', 'Sat, 01 Nov 2025 00:00:00 GMT', '2025-11-01T00:00:00.000Z'],
    ['2099', 'Thu, 01 Jan 2099 00:00:00 GMT', START],
    ['1970', 'Thu, 01 Jan 1970 00:00:00 GMT', START],
    ['garbage', 'yesterday', START],
    ['none', undefined, START],
  ])('stores Last-Modified: %s', (_, header, changedAt) => {
    const headers = header ? { 'last-modified': header } : {};
    const { next } = see(aPendingSite(), aVisit(START, { response: aResponse({ headers }) }));
    expect(next.content_changed_at).toBe(changedAt);
  });
  it.each([
    ['"abc"', '"abc"'],
    [`"${'a'.repeat(10_000)}"`, null],
    ['"a"\r\nX: y', null],
  ])('keeps an ETag only if it can be sent back', (etag, kept) => {
    expect(see(aPendingSite(), aVisit(START, { response: aResponse({ headers: { etag } }) })).next.etag).toBe(kept);
  });
  it('cuts a long title and removes characters that a database cannot store', () => {
    const title = `\0\ud800${'e\u0301'.repeat(10_000)}`;
    const { next } = see(aPendingSite(), validVisit(START, { document: { ...emptyDocument, title } }));
    expect(next.title).toMatch(/^\ufffd\ufffde/);
    // 200 would separate a letter and its accent.
    expect(Array.from(next.title ?? '')).toHaveLength(199);
  });
  it('stores a redirect to another domain, and plain http', () => {
    const away = aResponse({ finalUrl: 'https://elsewhere.example/llms.txt' });
    expect(see(aPendingSite(), aVisit(START, { response: away })).next.cross_domain_redirect).toBe(true);
    const within = aResponse({ finalUrl: 'https://docs.bakery.example/llms.txt' });
    expect(see(aPendingSite(), aVisit(START, { response: within })).next.cross_domain_redirect).toBe(false);
    const plain = aResponse({ url: 'http://bakery.example/llms.txt', plainHttp: true });
    expect(see(aPendingSite(), aVisit(START, { response: plain })).next.tls_valid).toBe(false);
  });
  it('keeps llms-full.txt only if it is text', () => {
    const url = 'https://bakery.example/llms-full.txt';
    const full = (kind: 'text' | 'html' | 'absent', status: number) =>
      see(aPendingSite(), aVisit(START, { fullFile: { url, status, kind } })).next.llms_full_txt;
    expect([full('text', 200), full('html', 200), full('absent', 404)]).toEqual([url, null, null]);
    const has = { ...validSite, llms_full_txt: url };
    expect(see(has, aVisit(later(DAY_MS))).next.llms_full_txt).toBe(url);
  });
  it.each([403, 503])('keeps the place of the stored file after status %i from another domain', (status) => {
    const response = aResponse({ finalUrl: 'https://status.elsewhere.example/', status });
    const { next } = see(validSite, aVisit(START, { response, inspection: null }));
    expect(next.cross_domain_redirect).toBe(false);
  });
  it.each([
    ['keeps', null],
    ['keeps', 503],
    ['keeps', 429],
    ['keeps', 403],
    ['drops', 404],
    ['drops', 206],
  ])('%s the URL of llms-full.txt after status %s', (what, status) => {
    const url = 'https://bakery.example/llms-full.txt';
    const fullFile = { url, status, kind: 'absent' } as const;
    const after = see({ ...validSite, llms_full_txt: url }, aVisit(later(DAY_MS), { fullFile })).next;
    expect(after.llms_full_txt).toBe(what === 'keeps' ? url : null);
  });
});

const emptyDocument = { title: null, summary: null, details: '', sections: [], links: [], bytes: 0, tokens: 0 };

describe('an alert of a verified site', () => {
  const flip = [notFoundVisit(later(DAY_MS)), notFoundVisit(later(DAY_MS + HOUR_MS))];
  it('reports a break and a recovery', () => {
    const [first, second] = flip.map((_, index) => afterVisits(verifiedSite, flip.slice(0, index + 1)));
    expect(first && alertTypes(first)).toEqual([]);
    expect(second && alertTypes(second)).toEqual(['llms_txt.broken']);
    expect(second?.alerts[0]?.data).toMatchObject({
      domain: 'bakery.example',
      status: 'invalid',
      reason: 'not-found',
      since: later(DAY_MS),
    });
    expect(alertTypes(afterVisits(verifiedSite, [...flip, notFoundVisit(later(2 * DAY_MS))]))).toEqual([]);
    const back = afterVisits(verifiedSite, [...flip, aVisit(later(3 * DAY_MS))]);
    expect(alertTypes(back)).toEqual(['llms_txt.recovered']);
    expect(alertTypes(see(back.next, aVisit(later(4 * DAY_MS))))).toEqual([]);
  });
  it('does not go to an unverified site', () => {
    expect(alertTypes(afterVisits(validSite, flip))).toEqual([]);
    const verifiedMeanwhile = { ...afterVisits(validSite, flip).next, verified: true };
    expect(alertTypes(see(verifiedMeanwhile, aVisit(later(3 * DAY_MS))))).toEqual([]);
  });
});

describe('a file of another domain', () => {
  const elsewhere = 'https://acme.com/llms.txt';
  const toVisit = (links: readonly string[], over: Partial<Observation> = {}) => {
    const items = links.map((url) => `- [Page](${url})`).join('\n');
    const document = parse(`# Acme\n\n> Payments of Acme.\n\n## Pages\n\n${items}\n`, { url: elsewhere });
    return validVisit(START, { document }, { response: aResponse({ finalUrl: elsewhere }), ...over });
  };
  const homepage = {
    url: 'https://www.bakery.example/',
    title: 'Bakery',
    description: 'Bread.',
    language: null,
    locales: [],
    describedBy: [],
    markdownAlternates: [],
  };

  it.each([
    ['no link', []],
    ['links to its own domain', ['https://acme.com/pay', '/relative']],
    ['a link to a name that begins alike', ['https://bakery.example.evil.com/']],
  ])('adds nothing with %s', (_, links) => {
    const borrowed = see(aPendingSite(), toVisit(links)).next;
    expect(borrowed).toMatchObject({ status: 'valid', title: null, summary: null, summary_source: null, topics: [] });
    expect(borrowed.components.quality).toBe(0);
    expect(see(aPendingSite(), toVisit(links, { homepage })).next).toMatchObject({
      title: 'Bakery',
      summary: 'Bread.',
      summary_source: 'homepage',
    });
  });
  it('ignores the homepage after a redirect', () => {
    const theirs = { ...homepage, url: 'https://acme.com/', title: 'Acme', description: 'Payments of Acme.' };
    expect(see(aPendingSite(), toVisit([], { homepage: theirs })).next).toMatchObject({ title: null, summary: null });
  });
  it('removes earlier data', () => {
    const before = { ...validSite, title: 'Acme', summary: 'Payments of Acme.' };
    expect(see(before, toVisit([])).next).toMatchObject({ title: null, summary: null, components: { quality: 0 } });
  });
  it('describes a linked site', () => {
    for (const link of ['https://bakery.example/bread', 'https://www.bakery.example/']) {
      const { next } = see(aPendingSite(), toVisit(['https://acme.com/pay', link]));
      expect(next).toMatchObject({ title: 'Acme', summary: 'Payments of Acme.', components: { quality: 100 } });
    }
  });
});
