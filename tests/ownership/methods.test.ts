import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { Net } from '../../src/fetch/net.ts';
import { HostBusyError } from '../../src/fetch/pacing.ts';
import { lookForProofs, recheckProof, reportProof } from '../../src/ownership/find-proof.ts';
import { newProof } from '../../src/ownership/proof.ts';
import { listPlaces, type ProofSite } from '../../src/ownership/proof-places.ts';
import type { Said } from '../crawl/fake-net.ts';
import { fakeNet } from '../crawl/fake-net.ts';
import { proofNet } from './proof-net.ts';

const BASE = 'https://directory.net';
const SERVICE = { name: 'The directory', baseUrl: BASE };
const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const OTHER = '234567ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DOMAIN = 'bakery.com';
const FILE = `https://${DOMAIN}/llms.txt`;
const HOME = `https://${DOMAIN}/`;
const KNOWN = `https://${DOMAIN}/.well-known/svc-verify.txt`;
const SITE = { domain: DOMAIN, llmsTxt: FILE };

const link = (token = TOKEN, domain = DOMAIN, base = BASE) => `${base}/domain/${domain}?verify=${token}`;
const file = (body: string) => `# Bakery\n\n## Docs\n\n${body}\n`;
const utf16 = (text: string, mark = '\ufeff'): Said => ({ body: Buffer.from(mark + text, 'utf16le') });
const utf16be = (text: string): Said => ({ body: Buffer.from(`\ufeff${text}`, 'utf16le').swap16() });
const onWww = (url: string) => url.replace('//', '//www.');
const html = (body: string, status = 200): Said => ({ body, status, headers: { 'content-type': 'text/html' } });
const head = (inner: string, body = '') =>
  html(`<!doctype html><html><head>${inner}</head><body>${body}</body></html>`);
const WALL = head('<title>Just a moment...</title>');
const ITEM = `[The directory](${link()})`;
const meta = (token = TOKEN) => `<meta name="svc-verify" content="${token}">`;
const records = (...found: string[]) => ({ kind: 'records', records: found }) as const;

type Txt = Awaited<ReturnType<Net['resolveTxt']>>;
type Outcome = 'present' | 'absent' | 'inconclusive';
const llmsTxt: [what: string, said: Said, outcome: Outcome][] = [
  ['the list item as given', file(`- [The directory](${link()})`), 'present'],
  ['a link with notes', file(`- [The directory](${link()}): listed here`), 'present'],
  ['a reference link', file(`- [The directory][d]\n\n[d]: ${link()}`), 'present'],
  ['an item among others', file(`- [A](https://a.com/)\n- [D](${link(OTHER)})\n- ${ITEM}`), 'present'],
  ['an item with another bullet', file(`1. ${ITEM}\n* ${ITEM}`), 'present'],
  ['an item inside an item', file(`- [A](https://a.com/): a\n  - ${ITEM}`), 'present'],
  ['an item after words', file(`- Listed in: ${ITEM}`), 'present'],
  ['an emphasized name in other letters', file(`- **[the  DIRECTORY](${link()})**`), 'present'],
  ['an item in UTF-16', utf16(file(`- ${ITEM}`)), 'present'],
  ['a link in the summary', `# Bakery\n\n> ${ITEM}\n`, 'absent'],
  ['a second link of an item', file(`- [A](https://a.com/), ${ITEM}`), 'absent'],
  ['a second line of an item', file(`- [A](https://a.com/): a\n  ${ITEM}`), 'absent'],
  ['a link after an address', file(`- https://a.com/ ${ITEM}`), 'absent'],
  ['a link in a table', file(`| a | b |\n| --- | --- |\n| 1 | ${ITEM} |`), 'absent'],
  ['a link in a heading', file(`## ${ITEM}`), 'absent'],
  ['an image', file(`- !${ITEM}`), 'absent'],
  ['a longer token', file(`- [The directory](${link(`${TOKEN}A`)})`), 'absent'],
  ['the token in lower case', file(`- [The directory](${link(TOKEN.toLowerCase())})`), 'absent'],
  ['a further parameter', file(`- [The directory](${link()}&x=1)`), 'absent'],
  ['the link of another entry', file(`- [The directory](${link(TOKEN, 'butcher.com')})`), 'absent'],
  ['a link to another directory', file(`- [The directory](${link(TOKEN, DOMAIN, 'https://directory.org')})`), 'absent'],
  ['plain http', file(`- [The directory](${link().replace('https:', 'http:')})`), 'absent'],
  ['a link in a comment', file(`<!-- [The directory](${link()}) -->`), 'absent'],
  ['an HTML page that calls itself text', '<!doctype html><html><body>- [x](y)</body></html>', 'absent'],
  ['a page of visitors’ texts', html(`<title>Guests</title>\n\n${file(`- ${ITEM}`)}`), 'absent'],
  ['a part of a page with visitors’ texts', html(`<div>\n\n${file(`- ${ITEM}`)}</div>`), 'absent'],
  ['a file after a warning of PHP', html(`<br />\n<b>Warning</b>: no<br />\n${file(`- ${ITEM}`)}`), 'present'],
  ['a file sent as HTML', html(`<!-- made by hand -->\n${file(`- ${ITEM}`)}`), 'present'],
  ['an empty file', '', 'absent'],
  ['404', 404, 'absent'],
  ['410', 410, 'absent'],
  ['403', 403, 'inconclusive'],
  ['500', 500, 'inconclusive'],
  ['a wall', WALL, 'inconclusive'],
  ['206', 206, 'inconclusive'],
  ['a redirect within the domain', { body: file(`- ${ITEM}`), finalUrl: 'https://www.bakery.com/llms.txt' }, 'present'],
];
const dns: [what: string, txt: Txt, outcome: Outcome][] = [
  ['the record as given', records(`svc-verify=${TOKEN}`), 'present'],
  ['the record among others', records('v=spf1 -all', `svc-verify=${OTHER}`, `svc-verify=${TOKEN}`), 'present'],
  ['a wildcard’s record', records('v=spf1 -all'), 'absent'],
  ['the record with a blank', records(`svc-verify= ${TOKEN}`), 'present'],
  ['the record with a blank at its end', records(`svc-verify=${TOKEN} `), 'present'],
  ['the record with blanks around the sign', records(`svc-verify = ${TOKEN}`), 'present'],
  ['the token in quotes', records(`svc-verify="${TOKEN}"`), 'present'],
  ['the record in typographic quotes', records(`“svc-verify=${TOKEN}”`), 'present'],
  ['the record in backticks', records(`\`svc-verify=${TOKEN}\``), 'present'],
  ['the record with zero-width spaces', records(`svc-verify=\u200b${TOKEN}\u200b`), 'present'],
  ['the record in escaped quotes', records(`\\"svc-verify=${TOKEN}\\"`), 'present'],
  ['the line of a zone file', records(`_svc-verify.${DOMAIN}. IN TXT "svc-verify=${TOKEN}"`), 'absent'],
  ['the record with a dot', records(`svc-verify=${TOKEN}.`), 'absent'],
  ['an empty record', records(''), 'absent'],
  ['the record in quotes', records(`"svc-verify=${TOKEN}"`), 'present'],
  ['the record in escaped quotes inside quotes', records(`"\\"svc-verify=${TOKEN}\\""`), 'present'],
  ['the record in doubled quotes', records(`""svc-verify=${TOKEN}""`), 'present'],
  ['the token after one quote', records(`svc-verify="${TOKEN}`), 'present'],
  ['the record in HTML quotes', records(`&quot;svc-verify=${TOKEN}&quot;`), 'present'],
  ['binary text', records('svc-verify=\u0000\ufffd'), 'absent'],
  ['no such name', { kind: 'absent', nameExists: false }, 'absent'],
  ['resolvers that disagree', { kind: 'failed', detail: 'the resolvers disagree' }, 'inconclusive'],
];
const TWICE = 'text/html, text/html; charset=utf-8';
const LOOSE = 'text/html charset=utf-8';
const NO_PAGE = 'text/html, text/plain';
const metas: [what: string, said: Said, outcome: Outcome][] = [
  ['the element as given', head(meta()), 'present'],
  ['the element among others', head(`<title>x</title>${meta(OTHER)}${meta()}`), 'present'],
  ['the element in capitals, single quotes', head(`<META NAME='SVC-VERIFY' CONTENT='${TOKEN}'>`), 'present'],
  ['blanks around the token', head(meta(` ${TOKEN} `)), 'present'],
  ['zero-width spaces around the token', head(meta(`\u200b${TOKEN}\u200b`)), 'present'],
  ['no content type', { body: `<head>${meta()}</head>`, headers: {} }, 'present'],
  ['two content types', { body: `<head>${meta()}</head>`, headers: { 'content-type': TWICE } }, 'present'],
  [
    'a content type without its semicolon',
    { body: `<head>${meta()}</head>`, headers: { 'content-type': LOOSE } },
    'present',
  ],
  ['text that was HTML first', { body: `<head>${meta()}</head>`, headers: { 'content-type': NO_PAGE } }, 'absent'],
  ['the element after the body’s text', head('<title>x</title>', `<p>hello</p>${meta()}`), 'absent'],
  ['the element in a script', head(`<script>"${meta().replaceAll('"', "'")}"</script>`), 'absent'],
  ['the element in noscript text of a title', head(`<title>${meta()}</title>`), 'absent'],
  ['no HTML', `<head>${meta()}</head>`, 'absent'],
  ['an empty page', html(''), 'absent'],
  ['404 with the element', html(`<head>${meta()}</head>`, 404), 'absent'],
  ['500', 500, 'inconclusive'],
  ['a wall', 403, 'inconclusive'],
  ['a wall with status 200', WALL, 'inconclusive'],
];
const wellKnown: [what: string, said: Said, outcome: Outcome][] = [
  ['the token', TOKEN, 'present'],
  ['the token in a line', `\n${TOKEN}\r\n`, 'present'],
  ['the token behind a byte-order mark', `\ufeff${TOKEN}`, 'present'],
  ['the token before a zero-width space', `${TOKEN}\u200b\n`, 'present'],
  ['the token before the end mark of DOS', `${TOKEN}\r\n\u001a`, 'present'],
  ['the token in UTF-16', utf16(TOKEN), 'present'],
  ['the token in UTF-16, big-endian', utf16be(`${TOKEN}\r\n`), 'present'],
  ['the token in UTF-16 without its mark', utf16(`${TOKEN}\r\n`, ''), 'present'],
  ['two tokens', `${OTHER}\n${TOKEN}`, 'absent'],
  ['an empty file', '', 'absent'],
  ['404', 404, 'absent'],
  ['410', 410, 'absent'],
  ['401', 401, 'inconclusive'],
  ['503', 503, 'inconclusive'],
  ['a wall', WALL, 'inconclusive'],
];

const find = async (net: Net, site: ProofSite = SITE, used: string | null = null) =>
  reportProof(await lookForProofs(site, SERVICE, { net }), { site, token: TOKEN, service: SERVICE }, used);

/** Returns the result of one method if all others find nothing. */
async function look(method: string, net: Net, ofOthers: readonly Outcome[] = ['absent'], site: ProofSite = SITE) {
  const reports = await find(net, site);
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
  it.each(llmsTxt)('judges %s', async (_, said, outcome) => {
    expect(await look('llms_txt', proofNet({ [FILE]: said }))).toMatchObject({ outcome, where: FILE });
  });

  it('reads the name of a link in linear time', async () => {
    const name = `The${'_'.repeat(900_000)}directory`;
    expect(await look('llms_txt', proofNet({ [FILE]: { body: file(`- [${name}](${link()})`) } }))).toMatchObject({
      outcome: 'absent',
    });
  });

  const { host } = new URL(BASE);
  const PATH = `/domain/${DOMAIN}?verify=`;
  const toOutcome = async (url: string) =>
    (await look('llms_txt', proofNet({ [FILE]: { body: file(`- [The directory](${url})`) } }))).outcome;
  it.each([
    `HTTPS://${host.toUpperCase()}${PATH}`,
    `https://${host}:443${PATH}`,
    `https://${host}.${PATH}`,
    `https://${host}/./a/..${PATH}`,
    `https://${host}/%64omain/${DOMAIN.replace('.', '%2e')}?%76erif%79=`,
    `https://${host}${PATH.replace('=', '&#61;')}`,
    `https://${host}${PATH.replace('?', '&#x3F;')}`,
  ])('accepts the spelling %s', async (before) => {
    expect(await toOutcome(before + TOKEN)).toBe('present');
  });
  it.each([
    `http://${host}${PATH}`,
    `https://${host}:444${PATH}`,
    `https://${host}..${PATH}`,
    `https://www.${host}${PATH}`,
    `https://me@${host}${PATH}`,
    `https://${host}/Domain/${DOMAIN}?verify=`,
    `https://${host}/a${PATH}`,
    `https://${host}/domain%2F${DOMAIN}?verify=`,
    `https://${host}/domain/${DOMAIN}%3Fverify=`,
    `https://${host}/domain/${DOMAIN}?a=b&verify=`,
    `https://${host}/%2564omain/${DOMAIN}?verify=`,
    `https://${host}/domain/${DOMAIN}#?verify=`,
    `https://other.com/?${host}${PATH}`,
    PATH,
  ])('accepts no other URL such as %s', async (before) => {
    expect(await toOutcome(before + TOKEN)).not.toBe('present');
  });
});
describe('a proof in DNS', () => {
  it.each(dns)('judges %s', async (_, txt, outcome) => {
    expect(await look('dns', proofNet({}, txt))).toMatchObject({ outcome, where: '_svc-verify.bakery.com.' });
  });
});
describe('a proof in the homepage', () => {
  it.each(metas)('judges %s', async (_, said, outcome) => {
    expect(await look('meta', proofNet({ [HOME]: said }))).toMatchObject({ outcome, where: HOME });
  });
});
describe('a proof in the well-known file', () => {
  it.each(wellKnown)('judges %s', async (_, said, outcome) => {
    expect(await look('well_known', proofNet({ [KNOWN]: said }))).toMatchObject({ outcome, where: KNOWN });
  });
});

/** Failures of each fetched method, and the place of its proof after a redirect. */
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
  it.each(failures)('stays undecided after %s', async (failure) => {
    expect(await look(method, proofNet({ [url]: failure }))).toMatchObject({ outcome: 'inconclusive' });
  });

  it('becomes absent if the site redirects to another domain or no longer exists', async () => {
    const gone = { failure: 'bad-redirect', leftDomain: true } as const;
    expect(await look(method, proofNet({ [url]: gone }))).toMatchObject({ outcome: 'absent' });
    const noName = { kind: 'absent', nameExists: false } as const;
    expect(await look(method, proofNet({ [url]: 'dns' }, noName))).toMatchObject({
      outcome: 'absent',
      seen: expect.stringContaining('the domain name bakery.com does not exist'),
    });
  });

  it.each<[what: string, txt: Txt]>([
    ['has no address but exists', { kind: 'absent', nameExists: true }],
    ['has no address but TXT records', records('v=spf1 -all')],
    ['is answered by no majority', { kind: 'failed', detail: 'the resolvers disagree' }],
  ])('stays undecided if a name %s', async (_, txt) => {
    expect(await look(method, proofNet({ [url]: 'dns' }, txt), ['absent', 'inconclusive'])).toMatchObject({
      outcome: 'inconclusive',
    });
  });

  it('survives a redirect within the domain', async () => {
    const there = { ...said, finalUrl: url.replace('//', '//www.') };
    expect(await look(method, proofNet({ [url]: there }))).toMatchObject({ outcome: 'present', where: url });
  });
});

describe('search by all methods', () => {
  it('uses the limits of proofs: TLS, three hops, no other domain', async () => {
    const limitsByUrl = [
      [FILE, LIMITS.proofLlmsTxt],
      [HOME, LIMITS.proofPage],
      [KNOWN, LIMITS.proofFile],
      [onWww(FILE), LIMITS.proofLlmsTxt],
      [onWww(HOME), LIMITS.proofPage],
      [onWww(KNOWN), LIMITS.proofFile],
    ] as const;
    const net = fakeNet(Object.fromEntries(limitsByUrl.map(([url]) => [url, 404])));
    await find({ ...net, resolveTxt: async () => ({ kind: 'absent', nameExists: true }) });
    expect(net.requests.map(({ url, limits }) => [url, limits])).toEqual(limitsByUrl);
    for (const { limits } of net.requests) {
      expect(limits).toMatchObject({ schemes: ['https'], maxRedirects: 3, crossDomain: false });
    }
  });

  it('shows no text of the site', async () => {
    const net = proofNet({
      [FILE]: '# secret-title',
      [HOME]: head('<title>secret-title</title>'),
      [KNOWN]: 'secret-title',
    });
    expect(JSON.stringify(await find(net))).not.toContain('secret-title');
  });
});

describe('a re-check', () => {
  const again = (net: Net) => recheckProof(SITE, newProof('meta', TOKEN), SERVICE, { net });

  it('reads only the last place and compares the hash of the token', async () => {
    const net = fakeNet({ [HOME]: head(meta()) });
    expect(await again(net)).toEqual({ method: 'meta', outcome: 'present' });
    expect(net.asked).toEqual([HOME]);
  });

  it('finds a moved proof', async () => {
    expect(await again(proofNet({ [KNOWN]: TOKEN }))).toEqual({ method: 'well_known', outcome: 'present' });
    expect(await again(proofNet({}, records(`svc-verify=${TOKEN}`)))).toEqual({ method: 'dns', outcome: 'present' });
  });

  it('accepts a link from before the service moved', async () => {
    const net = proofNet({ [FILE]: file(`- [D](${link(TOKEN, DOMAIN, 'https://old.directory.org')})`) });
    expect(await recheckProof(SITE, newProof('llms_txt', TOKEN), SERVICE, { net })).toMatchObject({
      outcome: 'present',
    });
  });

  it('reports absence only from the last place', async () => {
    expect(await again(proofNet({ [KNOWN]: 500 }))).toEqual({ method: 'meta', outcome: 'absent' });
    expect(await again(proofNet({ [HOME]: 'timeout' }))).toEqual({ method: 'meta', outcome: 'inconclusive' });
    expect(await again(proofNet({ [HOME]: head(meta(OTHER)) }))).toEqual({ method: 'meta', outcome: 'absent' });
  });
});

describe('a busy server', () => {
  it('shows no proof, while a DNS record still counts', async () => {
    const net = proofNet({}, records(`svc-verify=${TOKEN}`));
    const busy = () => Promise.reject(new HostBusyError(DOMAIN, 12_000, () => 0));
    const tools = { net: { ...net, fetch: busy }, maxWaitMs: 10_000 };
    const seen = await lookForProofs(SITE, SERVICE, tools);
    const reports = reportProof(seen, { site: SITE, token: TOKEN, service: SERVICE }, null);
    const outcomes = reports.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['inconclusive', 'present', 'inconclusive', 'inconclusive']);
    expect(reports[0]?.seen).toContain('other requests of ours');
  });
});

describe('a missed proof', () => {
  const NAME = `_svc-verify.${DOMAIN}`;
  const at = (places: Readonly<Record<string, string>>): Net => ({
    ...proofNet({}),
    resolveTxt: async (name) => (places[name] ? records(places[name]) : { kind: 'absent', nameExists: true }),
  });
  const RECORD = `svc-verify=${TOKEN}`;
  const web = (url: string, said: Said) => proofNet({ [url]: said });
  const page = (inner: string, body = '') => web(HOME, head(inner, body));

  it.each<[method: string, what: string, net: Net, says: string]>([
    ['dns', 'the record at the domain itself', at({ [DOMAIN]: RECORD }), `at ${DOMAIN} instead of ${NAME}`],
    ['dns', 'the domain twice', at({ [`${NAME}.${DOMAIN}`]: RECORD }), `at ${NAME}.${DOMAIN} instead of ${NAME}`],
    ['dns', 'the record at www', at({ [`_svc-verify.www.${DOMAIN}`]: RECORD }), `www.${DOMAIN} instead of ${NAME}`],
    ['dns', 'the name without its underscore', at({ [NAME.slice(1)]: RECORD }), `at ${NAME.slice(1)} instead of`],
    ['dns', 'a token with a blank', at({ [NAME]: `${RECORD.slice(0, 20)} ${RECORD.slice(20)}` }), 'with blanks'],
    ['dns', 'the token alone', at({ [NAME]: TOKEN }), 'the token, but without svc-verify='],
    ['dns', 'small letters', at({ [NAME]: RECORD.toLowerCase() }), 'the token, but not in capital letters'],
    ['dns', 'words around it', at({ [NAME]: `${RECORD} done` }), 'the token, but with other text around it'],
    ['dns', 'the type before it', at({ [NAME]: `TXT "${RECORD}"` }), 'the token, but with other text around it'],
    ['dns', 'another claim’s', at({ [NAME]: `svc-verify=${OTHER}` }), 'this is the token of another claim'],
    ['dns', 'something else', at({ [NAME]: 'v=spf1 -all' }), '1 TXT record without a token'],
    ['well_known', 'the prefix', web(KNOWN, RECORD), 'the token, but after svc-verify='],
    ['well_known', 'quotes', web(KNOWN, `'${TOKEN}'`), 'the token, but in quotes'],
    ['well_known', 'text around it', web(KNOWN, `token: ${TOKEN}`), 'the token, but with other text around it'],
    ['well_known', 'a line end', web(KNOWN, `${TOKEN.slice(0, 16)}\r\n${TOKEN.slice(16)}`), 'with blanks or line ends'],
    ['well_known', 'small letters', web(KNOWN, TOKEN.toLowerCase()), 'the token, but not in capital letters'],
    [
      'well_known',
      'a page with it',
      web(KNOWN, html(`<html><p>${TOKEN}</p></html>`)),
      'the token, but in an HTML page',
    ],
    ['well_known', 'a page', web(KNOWN, html('<!doctype html><title>x</title>')), 'an HTML page'],
    ['well_known', 'another claim’s', web(KNOWN, OTHER), 'this is the token of another claim'],
    ['meta', 'the body', page('', meta()), 'the token, but in the body instead of the head'],
    ['meta', 'a property', page(`<meta property="svc-verify" content="${TOKEN}">`), 'with property= instead of name='],
    ['meta', 'http-equiv', page(`<meta http-equiv="svc-verify" content="${TOKEN}">`), 'http-equiv= instead of name='],
    ['meta', 'a value', page(`<meta name="svc-verify" value="${TOKEN}">`), 'in an element without content='],
    ['meta', 'itemprop', page(`<meta itemprop="svc-verify" content="${TOKEN}">`), 'in an element without name='],
    ['meta', 'curly quotes', page(`<meta name=“svc-verify” content=“${TOKEN}”>`), 'with curly quotes'],
    ['meta', 'escapes', page('', meta().replaceAll('<', '&lt;')), 'as text instead of an element'],
    ['meta', 'a comment', page(`<!-- ${meta()} -->`), 'the token, but in a comment'],
    ['meta', 'a template', page(`<template>${meta()}</template>`), 'the token, but in a comment, template'],
    ['meta', 'noscript', page(`<noscript>${meta()}</noscript>`), 'script or noscript element'],
    ['meta', 'the prefix', page(meta(RECORD)), 'the token, but with other text around it'],
    ['meta', 'another claim’s', page(meta(OTHER)), 'this is the token of another claim'],
    ['meta', 'no token', page(meta('later')), '1 svc-verify element without a token'],
    ['llms_txt', 'prose', web(FILE, file(`See ${ITEM}.`)), 'the token, but in prose instead of a list item'],
    ['llms_txt', 'a quote', web(FILE, file(`> ${ITEM}`)), 'the token, but in a quote'],
    ['llms_txt', 'notes', web(FILE, file(`- [A](https://a.com/): ${ITEM}`)), 'in a further link of a list item'],
    ['llms_txt', 'another name', web(FILE, file(`- [Us](${link()})`)), 'that is not named “The directory”'],
    ['llms_txt', 'a plain address', web(FILE, file(`- ${link()}`)), 'as a plain address'],
    ['llms_txt', 'a code block', web(FILE, file(`\`\`\`\n- ${ITEM}\n\`\`\``)), 'not in a Markdown link to this entry'],
    [
      'llms_txt',
      'another host',
      web(FILE, file(`- [The directory](${link(TOKEN, DOMAIN, 'https://d.org')})`)),
      'another URL',
    ],
    ['llms_txt', 'a page', web(FILE, html(`<html><a href="${link()}">x</a></html>`)), 'the token, but in an HTML page'],
    [
      'llms_txt',
      'another claim’s',
      web(FILE, file(`- [The directory](${link(OTHER)})`)),
      'this is the token of another claim',
    ],
  ])('reports by %s the content: %s', async (method, _, net, says) => {
    const found = await look(method, net);
    expect([found.outcome, found.seen]).toEqual(['absent', expect.stringContaining(says)]);
  });

  it('names a token redeemed before', async () => {
    const [, found] = await find(at({ [NAME]: `svc-verify=${OTHER}` }), SITE, OTHER);
    expect(found?.seen).toContain('your earlier token');
  });
});

describe('a site on www', () => {
  const WWW = { domain: DOMAIN, llmsTxt: onWww(FILE) };
  const dead = ['dns', 'tls', 'connect', 404] as const;

  it.each(fetched)('proves control there by %s', async (method, url, said) => {
    for (const apex of dead) {
      for (const site of [WWW, SITE, { ...SITE, llmsTxt: null }]) {
        const net = proofNet({
          ...Object.fromEntries([FILE, HOME, KNOWN].map((each) => [each, apex])),
          [onWww(url)]: said,
        });
        const any = ['absent', 'inconclusive'] as const;
        expect(await look(method, net, any, site)).toMatchObject({ outcome: 'present', where: onWww(url) });
      }
    }
  });

  it.each(fetched)('counts as without proof by %s only after every place answered', async (method, url) => {
    expect(await look(method, proofNet({ [url]: 'tls' }), ['absent'], WWW)).toMatchObject({ outcome: 'inconclusive' });
    expect(await look(method, proofNet({ [onWww(url)]: 500 }))).toMatchObject({ outcome: 'inconclusive' });
    const found = await look(method, proofNet({}), ['absent'], WWW);
    expect([found.outcome, found.where]).toEqual(['absent', onWww(url)]);
    expect(found.seen).toContain(`${url}: status 404`);
  });

  it('gets places from its record, its domain and www, within one registrable domain', () => {
    const of = (llmsTxt: string | null, domain = DOMAIN) => listPlaces({ domain, llmsTxt }).files;
    expect(of(onWww(FILE))).toEqual([onWww(FILE), FILE]);
    expect(of(null)).toEqual([FILE, onWww(FILE)]);
    expect(of('https://docs.bakery.com/a/llms.txt')).toEqual([
      'https://docs.bakery.com/a/llms.txt',
      'https://docs.bakery.com/llms.txt',
      FILE,
      onWww(FILE),
    ]);
    for (const other of [
      'https://host.net/llms.txt',
      'http://bakery.com/llms.txt',
      'https://bakery.com:8443/llms.txt',
    ]) {
      expect(of(other)).toEqual([FILE, onWww(FILE)]);
    }
    expect(of(null, 'www.gov.uk')).toEqual(['https://www.gov.uk/llms.txt']);
  });

  it('gets one request if the domain redirects to it', async () => {
    const moved = Object.fromEntries([FILE, HOME, KNOWN].map((url) => [url, { status: 404, finalUrl: onWww(url) }]));
    const net = fakeNet(moved);
    await find({ ...net, resolveTxt: async () => ({ kind: 'absent', nameExists: true }) });
    expect(net.asked).toEqual([FILE, HOME, KNOWN]);
  });
});
