import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { Net } from '../../src/fetch/net.ts';
import { HostBusyError } from '../../src/fetch/pacing.ts';
import { findProof, recheckProof } from '../../src/ownership/find-proof.ts';
import { newProof } from '../../src/ownership/proof.ts';
import type { Said } from '../crawl/fake-net.ts';
import { fakeNet } from '../crawl/fake-net.ts';
import { proofNet } from './proof-net.ts';

const BASE = 'https://directory.net';
const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const OTHER = '234567ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DOMAIN = 'bakery.com';
const FILE = `https://${DOMAIN}/llms.txt`;
const HOME = `https://${DOMAIN}/`;
const KNOWN = `https://${DOMAIN}/.well-known/svc-verify.txt`;

const link = (token = TOKEN, domain = DOMAIN, base = BASE) => `${base}/domain/${domain}?verify=${token}`;
const file = (body: string) => `# Bakery\n\n## Docs\n\n${body}\n`;
const html = (body: string, status = 200): Said => ({ body, status, headers: { 'content-type': 'text/html' } });
const head = (inner: string, body = '') =>
  html(`<!doctype html><html><head>${inner}</head><body>${body}</body></html>`);
const meta = (token = TOKEN) => `<meta name="svc-verify" content="${token}">`;
const records = (...found: string[]) => ({ kind: 'records', records: found }) as const;

type Txt = Awaited<ReturnType<Net['resolveTxt']>>;
type Outcome = 'present' | 'absent' | 'inconclusive';
const llmsTxt: [what: string, said: Said, outcome: Outcome][] = [
  ['the list item as given', file(`- [The directory](${link()})`), 'present'],
  ['a link with notes', file(`- [The directory](${link()}): listed here`), 'present'],
  ['a reference link', file(`- [The directory][d]\n\n[d]: ${link()}`), 'present'],
  ['a link among others', file(`- [A](https://a.com/)\n- [D](${link(OTHER)})\n- [D](${link()})`), 'present'],
  ['a link in prose', file(`See [us](${link()}).`), 'present'],
  ['another claim’s token', file(`- [The directory](${link(OTHER)})`), 'absent'],
  ['a longer token', file(`- [The directory](${link(`${TOKEN}A`)})`), 'absent'],
  ['the token in lower case', file(`- [The directory](${link(TOKEN.toLowerCase())})`), 'absent'],
  ['a further parameter', file(`- [The directory](${link()}&x=1)`), 'absent'],
  ['the link of another entry', file(`- [The directory](${link(TOKEN, 'butcher.com')})`), 'absent'],
  ['a link to another directory', file(`- [The directory](${link(TOKEN, DOMAIN, 'https://directory.org')})`), 'absent'],
  ['plain http', file(`- [The directory](${link().replace('https:', 'http:')})`), 'absent'],
  ['the URL as text', file(`- ${link()}`), 'absent'],
  ['a link in a code block', file(`\`\`\`\n- [The directory](${link()})\n\`\`\``), 'absent'],
  ['a link in a comment', file(`<!-- [The directory](${link()}) -->`), 'absent'],
  ['an HTML page with the link', html(`<html><body>- [The directory](${link()})</body></html>`), 'absent'],
  ['an HTML page that calls itself text', '<!doctype html><html><body>- [x](y)</body></html>', 'absent'],
  ['an empty file', '', 'absent'],
  ['404', 404, 'absent'],
  ['410', 410, 'absent'],
  ['403', 403, 'inconclusive'],
  ['500', 500, 'inconclusive'],
  ['206', 206, 'inconclusive'],
  ['a timeout', 'timeout', 'inconclusive'],
  ['a broken certificate', 'tls', 'inconclusive'],
  ['no address', 'dns', 'inconclusive'],
  ['a redirect that leads nowhere', 'bad-redirect', 'inconclusive'],
  ['a redirect to another domain', { failure: 'bad-redirect', leftDomain: true }, 'absent'],
  ['too many redirects', 'too-many-redirects', 'inconclusive'],
  [
    'a redirect within the domain',
    { body: file(`- [D](${link()})`), finalUrl: 'https://www.bakery.com/llms.txt' },
    'present',
  ],
];
const dns: [what: string, txt: Txt, outcome: Outcome][] = [
  ['the record as given', records(`svc-verify=${TOKEN}`), 'present'],
  ['the record among others', records('v=spf1 -all', `svc-verify=${OTHER}`, `svc-verify=${TOKEN}`), 'present'],
  ['another claim’s token', records(`svc-verify=${OTHER}`), 'absent'],
  ['a wildcard’s record', records('v=spf1 -all'), 'absent'],
  ['the token alone', records(TOKEN), 'absent'],
  ['the record with a blank', records(`svc-verify= ${TOKEN}`), 'absent'],
  ['the record in another case', records(`svc-verify=${TOKEN.toLowerCase()}`), 'absent'],
  ['the record with a dot', records(`svc-verify=${TOKEN}.`), 'absent'],
  ['an empty record', records(''), 'absent'],
  ['the record in quotes', records(`"svc-verify=${TOKEN}"`), 'absent'],
  ['binary text', records('svc-verify=\u0000\ufffd'), 'absent'],
  ['no such name', { kind: 'absent', nameExists: false }, 'absent'],
  ['resolvers that disagree', { kind: 'failed', detail: 'the resolvers disagree' }, 'inconclusive'],
  ['a timeout', { kind: 'failed', detail: 'timeout' }, 'inconclusive'],
];
const metas: [what: string, said: Said, outcome: Outcome][] = [
  ['the element as given', head(meta()), 'present'],
  ['the element among others', head(`<title>x</title>${meta(OTHER)}${meta()}`), 'present'],
  ['the element in capitals, single quotes', head(`<META NAME='SVC-VERIFY' CONTENT='${TOKEN}'>`), 'present'],
  ['blanks around the token', head(meta(` ${TOKEN} `)), 'present'],
  ['no content type', { body: `<head>${meta()}</head>`, headers: {} }, 'present'],
  ['another claim’s token', head(meta(OTHER)), 'absent'],
  ['the element in the body', head('', meta()), 'absent'],
  ['the element after the body’s text', head('<title>x</title>', `<p>hello</p>${meta()}`), 'absent'],
  ['the element in a comment', head(`<!-- ${meta()} -->`), 'absent'],
  ['the element in a script', head(`<script>"${meta().replaceAll('"', "'")}"</script>`), 'absent'],
  ['the element in a template', head(`<template>${meta()}</template>`), 'absent'],
  ['the element in noscript text of a title', head(`<title>${meta()}</title>`), 'absent'],
  ['a property instead of a name', head(`<meta property="svc-verify" content="${TOKEN}">`), 'absent'],
  ['no HTML', `<head>${meta()}</head>`, 'absent'],
  ['an empty page', html(''), 'absent'],
  ['404 with the element', html(`<head>${meta()}</head>`, 404), 'absent'],
  ['500', 500, 'inconclusive'],
  ['a wall', 403, 'inconclusive'],
  ['a timeout', 'timeout', 'inconclusive'],
];
const wellKnown: [what: string, said: Said, outcome: Outcome][] = [
  ['the token', TOKEN, 'present'],
  ['the token in a line', `\n${TOKEN}\r\n`, 'present'],
  ['the token behind a byte-order mark', `\ufeff${TOKEN}`, 'present'],
  ['another claim’s token', OTHER, 'absent'],
  ['two tokens', `${OTHER}\n${TOKEN}`, 'absent'],
  ['the token in HTML', html(`<p>${TOKEN}</p>`), 'absent'],
  ['an HTML page with 200', html('<!doctype html><title>Shop</title>'), 'absent'],
  ['an empty file', '', 'absent'],
  ['404', 404, 'absent'],
  ['410', 410, 'absent'],
  ['401', 401, 'inconclusive'],
  ['503', 503, 'inconclusive'],
  ['a reset', 'reset', 'inconclusive'],
];

/** What one method says when all others have nothing to say. */
async function look(method: string, net: Net, ofOthers: readonly Outcome[] = ['absent']) {
  const reports = await findProof(DOMAIN, TOKEN, { net, baseUrl: BASE });
  expect(reports.map((report) => report.method)).toEqual(['llms_txt', 'dns', 'meta', 'well_known']);
  const others = reports.filter((report) => report.method !== method);
  expect(others).toHaveLength(3);
  for (const { outcome } of others) expect(ofOthers).toContain(outcome);
  const found = reports.find((report) => report.method === method);
  if (!found) throw new Error(`no report of ${method}`);
  for (const text of [found.looked_for, found.where, found.seen]) expect(text).not.toBe('');
  expect(found.looked_for).toContain(TOKEN);
  return found;
}

describe('a proof in llms.txt', () => {
  it.each(llmsTxt)('%s', async (_, said, outcome) => {
    expect(await look('llms_txt', proofNet({ [FILE]: said }))).toMatchObject({ outcome, where: FILE });
  });
});
describe('a proof in DNS', () => {
  it.each(dns)('%s', async (_, txt, outcome) => {
    expect(await look('dns', proofNet({}, txt))).toMatchObject({ outcome, where: '_svc-verify.bakery.com.' });
  });
});
describe('a proof in the homepage', () => {
  it.each(metas)('%s', async (_, said, outcome) => {
    expect(await look('meta', proofNet({ [HOME]: said }))).toMatchObject({ outcome, where: HOME });
  });
});
describe('a proof in the well-known file', () => {
  it.each(wellKnown)('%s', async (_, said, outcome) => {
    expect(await look('well_known', proofNet({ [KNOWN]: said }))).toMatchObject({ outcome, where: KNOWN });
  });
});

/** What may happen on the way to each of the three that are fetched, and where its proof is after a redirect. */
const fetched = [
  ['llms_txt', FILE, { body: file(`- [The directory](${link()})`) }],
  ['meta', HOME, { body: `<head>${meta()}</head>`, headers: { 'content-type': 'text/html' } }],
  ['well_known', KNOWN, { body: TOKEN }],
] as const;
const failures = [
  'timeout',
  'tls',
  'dns',
  'connect',
  'reset',
  'refused-address',
  'bad-redirect',
  'too-many-redirects',
] as const;

describe.each(fetched)('a proof by %s', (method, url, said) => {
  it.each(failures)('is not decided by %s', async (failure) => {
    expect(await look(method, proofNet({ [url]: failure }))).toMatchObject({ outcome: 'inconclusive' });
  });

  it('is gone when the site redirects to another domain, or when the domain no longer exists', async () => {
    const gone = { failure: 'bad-redirect', leftDomain: true } as const;
    expect(await look(method, proofNet({ [url]: gone }))).toMatchObject({ outcome: 'absent' });
    const noName = { kind: 'absent', nameExists: false } as const;
    expect(await look(method, proofNet({ [url]: 'dns' }, noName))).toMatchObject({
      outcome: 'absent',
      seen: 'the domain name bakery.com does not exist',
    });
  });

  it.each<[what: string, txt: Txt]>([
    ['has no address but exists', { kind: 'absent', nameExists: true }],
    ['has no address but TXT records', records('v=spf1 -all')],
    ['is answered by no majority', { kind: 'failed', detail: 'the resolvers disagree' }],
  ])('is not decided by a name that %s', async (_, txt) => {
    expect(await look(method, proofNet({ [url]: 'dns' }, txt), ['absent', 'inconclusive'])).toMatchObject({
      outcome: 'inconclusive',
    });
  });

  it('is found behind a redirect within the domain', async () => {
    const there = { ...said, finalUrl: url.replace('//', '//www.') };
    expect(await look(method, proofNet({ [url]: there }))).toMatchObject({ outcome: 'present', where: url });
  });
});

describe('all four', () => {
  it('are asked within the limits of proofs: TLS, three hops, no other domain', async () => {
    const net = fakeNet({ [FILE]: 404, [HOME]: 404, [KNOWN]: 404 });
    await findProof(DOMAIN, TOKEN, {
      net: { ...net, resolveTxt: async () => ({ kind: 'absent', nameExists: true }) },
      baseUrl: BASE,
    });
    expect(net.requests.map(({ url, limits }) => [url, limits])).toEqual([
      [FILE, LIMITS.proofLlmsTxt],
      [HOME, LIMITS.proofPage],
      [KNOWN, LIMITS.proofFile],
    ]);
    for (const { limits } of net.requests) {
      expect(limits).toMatchObject({ schemes: ['https'], maxRedirects: 3, crossDomain: false });
    }
  });

  it('show nothing of what the site says', async () => {
    const net = proofNet({
      [FILE]: '# secret-title',
      [HOME]: head('<title>secret-title</title>'),
      [KNOWN]: 'secret-title',
    });
    expect(JSON.stringify(await findProof(DOMAIN, TOKEN, { net, baseUrl: BASE }))).not.toContain('secret-title');
  });
});

describe('a re-check', () => {
  const again = (net: Net) => recheckProof(DOMAIN, newProof('meta', TOKEN), { net, baseUrl: BASE });

  it('asks only where the proof was seen last, and knows the token by its hash', async () => {
    const net = fakeNet({ [HOME]: head(meta()) });
    expect(await again(net)).toEqual({ method: 'meta', outcome: 'present' });
    expect(net.asked).toEqual([HOME]);
  });

  it('follows a proof that has moved', async () => {
    expect(await again(proofNet({ [KNOWN]: TOKEN }))).toEqual({ method: 'well_known', outcome: 'present' });
    expect(await again(proofNet({}, records(`svc-verify=${TOKEN}`)))).toEqual({ method: 'dns', outcome: 'present' });
  });

  it('knows a link that was given before the service moved', async () => {
    const net = proofNet({ [FILE]: file(`- [D](${link(TOKEN, DOMAIN, 'https://old.directory.org')})`) });
    expect(await recheckProof(DOMAIN, newProof('llms_txt', TOKEN), { net, baseUrl: BASE })).toMatchObject({
      outcome: 'present',
    });
  });

  it('is certain only where the proof was', async () => {
    expect(await again(proofNet({ [KNOWN]: 500 }))).toEqual({ method: 'meta', outcome: 'absent' });
    expect(await again(proofNet({ [HOME]: 'timeout' }))).toEqual({ method: 'meta', outcome: 'inconclusive' });
    expect(await again(proofNet({ [HOME]: head(meta(OTHER)) }))).toEqual({ method: 'meta', outcome: 'absent' });
  });
});

describe('a server that many requests of ours wait for', () => {
  it('cannot be seen, and a record in DNS still counts', async () => {
    const net = proofNet({}, records(`svc-verify=${TOKEN}`));
    const busy = () => Promise.reject(new HostBusyError(DOMAIN, 12_000, () => 0));
    const reports = await findProof(DOMAIN, TOKEN, { net: { ...net, fetch: busy }, baseUrl: BASE, maxWaitMs: 10_000 });
    const outcomes = reports.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['inconclusive', 'present', 'inconclusive', 'inconclusive']);
    expect(reports[0]?.seen).toContain('other requests of ours');
  });
});
