import { describe, expect, it } from 'vitest';
import { observe } from '../../src/crawl/steps/observe.ts';
import type { VisitPurpose } from '../../src/crawl/visit/visit-client.ts';
import { newDomain } from '../../src/directory/new-domain.ts';
import { SCORE_VERSION } from '../../src/directory/scoring/authority.ts';
import type { DomainState } from '../../src/directory/state.ts';
import { START } from '../directory/a-site.ts';
import { fakeNet, type Said } from './fake-net.ts';
import { testVisitTools } from './test-visit-tools.ts';

const ROBOTS = 'https://bakery.example/robots.txt';
const LLMS = 'https://bakery.example/llms.txt';
const HOMEPAGE = 'https://bakery.example/';
const FULL = 'https://bakery.example/llms-full.txt';
const BREAD = 'https://bakery.example/bread.md';
const WWW_ROBOTS = 'https://www.bakery.example/robots.txt';
const WWW_LLMS = 'https://www.bakery.example/llms.txt';

const FILE =
  '# Bakery\n\n> Bread of the village.\n\n## Docs\n\n- [Bread](https://bakery.example/bread.md): all kinds\n';
const HOME = '<!doctype html><html lang="de-AT"><title>Bakery</title><p>Bread.';
const html = (body: string): Said => ({ body, headers: { 'content-type': 'text/html' } });

/** Requests of a visit to a healthy site, with their responses. */
const HEALTHY: Readonly<Record<string, Said>> = {
  [ROBOTS]: 404,
  [LLMS]: FILE,
  [HOMEPAGE]: html(HOME),
  [FULL]: '# Bakery\n\nAll of it.',
  [BREAD]: '# Bread',
  [WWW_ROBOTS]: 404,
  [WWW_LLMS]: { body: FILE, finalUrl: LLMS },
};
const WWW = Object.keys(HEALTHY).filter((url) => url.startsWith('https://www.'));
const APEX = Object.keys(HEALTHY).filter((url) => !WWW.includes(url));
/** Further requests to find Markdown versions of pages, including the homepage as Markdown. */
const GUESSES = ['sitemap.xml', 'index.md', 'index.html.md'].map((name) => `https://bakery.example/${name}`);
const NO_GUESSES = Object.fromEntries(
  ['https://', 'http://', 'https://www.', 'https://docs.'].flatMap((start) =>
    GUESSES.map((url) => [url.replace('https://', start), 404]),
  ),
);

const site = (over: Partial<DomainState> = {}): DomainState => ({ ...newDomain('bakery.example', START), ...over });

async function visit(
  web: Parameters<typeof fakeNet>[0],
  state = site(),
  { random = 0.5, purpose = 'crawl' }: { random?: number; purpose?: VisitPurpose } = {},
) {
  const net = fakeNet(web, NO_GUESSES);
  const requests: string[] = [];
  const tools = testVisitTools(net, { now: () => Date.parse(START), random: () => random });
  const onRequest = (url: string) => void requests.push(url);
  const observation = await observe(state, tools, { purpose, onRequest, signal: new AbortController().signal });
  return { observation, net, requests };
}

describe('a visit to a healthy site', () => {
  it('reads robots.txt, file, homepage, llms-full.txt, a sample of links, Markdown versions, and at last www', async () => {
    const { observation, net } = await visit(HEALTHY);
    expect(net.asked).toEqual([...APEX, ...GUESSES, HOMEPAGE, ...WWW]);
    expect(observation).toMatchObject({
      domain: 'bakery.example',
      at: START,
      notModified: false,
      robots: 'allowed',
      response: { url: LLMS, status: 200, plainHttp: false },
      inspection: { valid: true, document: { title: 'Bakery' } },
      homepage: { title: 'Bakery', language: 'de-AT' },
      fullFile: { url: FULL, status: 200, kind: 'text' },
    });
    expect(observation.contentHash).toMatch(/^[\w-]{43}$/);
  });
  it('reads no facts from a bot wall in place of the homepage', async () => {
    const { observation } = await visit({ ...HEALTHY, [HOMEPAGE]: html('<title>Just a moment...</title>') });
    expect(observation.homepage).toBeNull();
    expect(observation.inspection?.findings.map(({ id }) => id)).not.toContain('no-describedby');
  });
  it('passes the context of the file to the rules', async () => {
    const { observation } = await visit({
      ...HEALTHY,
      [BREAD]: 404,
      [FULL]: html('<!doctype html><title>x</title>'),
      [WWW_LLMS]: `${FILE}\nmore`,
    });
    const ids = observation.inspection?.findings.map((finding) => finding.id);
    expect(ids).toEqual(expect.arrayContaining(['dead-link', 'full-file-fault', 'www-differs']));
    expect(observation.fullFile?.kind).toBe('html');
  });
  it.each<[string, Said, string]>([
    ['text', '# All', 'text'],
    ['HTML', html('<!doctype html><title>Not found</title>'), 'html'],
    ['nothing', '', 'empty'],
    ['404', 404, 'absent'],
    ['no answer', 'timeout', 'absent'],
    ['a redirect on the site', { body: '# All', finalUrl: 'https://docs.bakery.example/llms-full.txt' }, 'text'],
    ['a redirect to another domain', { body: '# All', finalUrl: 'https://elsewhere.example/llms-full.txt' }, 'absent'],
  ])('classifies llms-full.txt: %s', async (_, said, kind) => {
    const { observation } = await visit({ ...HEALTHY, [FULL]: said });
    expect(observation.fullFile?.kind).toBe(kind);
  });
});

describe('robots.txt', () => {
  it.each<[string, Said, string]>([
    ['forbids everybody the file', 'User-agent: *\nDisallow: /llms.txt\n', 'disallowed'],
    ['forbids everybody everything', 'User-agent: *\nDisallow: /\n', 'disallowed'],
    ['forbids this crawler everything', 'User-agent: llms-txt-directory\nDisallow: /\n', 'opt-out'],
    ['answers 500', 500, 'unknown'],
    ['answers 429', 429, 'unknown'],
    ['does not answer', 'timeout', 'unknown'],
  ])('causes no further request if it %s', async (_, robots, verdict) => {
    const { observation, net } = await visit({ [ROBOTS]: robots });
    expect(observation.robots).toBe(verdict);
    expect(net.asked).toEqual([ROBOTS]);
  });
  it('blocks the homepage and links that it disallows', async () => {
    const robots = 'User-agent: *\nDisallow: /\nAllow: /llms.txt\n';
    const { observation, net } = await visit({ [ROBOTS]: robots, [LLMS]: FILE, [WWW_ROBOTS]: robots, [WWW_LLMS]: 404 });
    expect(observation).toMatchObject({ homepage: null, fullFile: null, robots: 'allowed' });
    expect(net.asked).not.toContain(BREAD);
  });
  it('allows a linked page of another site first', async () => {
    const { net } = await visit({
      ...HEALTHY,
      [LLMS]: FILE.replace('bakery.example/bread.md', 'mill.example/flour'),
      'https://mill.example/robots.txt': 'User-agent: *\nDisallow: /flour\n',
    });
    expect(net.asked).not.toContain('https://mill.example/flour');
  });
});

describe('a visit for a person', () => {
  const forbidding = { [ROBOTS]: 'User-agent: *\nDisallow: /\n' };
  const isRobots = (url: string) => url.endsWith('/robots.txt');
  const robots = ROBOTS;
  it.each<VisitPurpose>(['check', 'recrawl'])(
    '(%s) reads pages like a browser, then the agent rules of robots.txt',
    async (purpose) => {
      const { observation, net } = await visit({ ...HEALTHY, ...forbidding }, site(), { purpose });
      const guesses = purpose === 'check' ? [] : [...GUESSES, HOMEPAGE];
      const pages = [...APEX, ...guesses, ...WWW].filter((url) => !isRobots(url));
      expect(observation).toMatchObject({
        robots: 'not-asked',
        response: { status: 200 },
        inspection: { valid: true },
      });
      expect(net.asked).toEqual([...pages, robots]);
      expect(observation.agents).toMatchObject({
        robots_txt: 'read',
        pages: 1,
        limits: [{ llms_txt: false, pages: 1 }],
      });
    },
  );
  it('reports each request when it is sent', async () => {
    const { net, requests } = await visit(HEALTHY, site(), { purpose: 'check' });
    expect(requests).toEqual(net.asked);
  });
});

describe('search for the file', () => {
  const missing = { [ROBOTS]: 404, [LLMS]: 404, [WWW_ROBOTS]: 404, [WWW_LLMS]: 404 };
  const around = (host: string): Record<string, Said> => ({
    [`https://${host}/`]: 404,
    [`https://${host}/llms-full.txt`]: 404,
    [ROBOTS]: 404,
    [BREAD]: 200,
  });
  it.each<[string, Record<string, Said>, string, number | null]>([
    ['missing everywhere', { ...missing, [HOMEPAGE]: 404 }, LLMS, 404],
    ['only on www', { ...missing, ...around('www.bakery.example'), [WWW_LLMS]: FILE }, WWW_LLMS, 200],
    [
      'the domain has no address, www has',
      { ...around('www.bakery.example'), [ROBOTS]: 'dns', [WWW_ROBOTS]: 404, [WWW_LLMS]: FILE },
      WWW_LLMS,
      200,
    ],
    ['neither name has an address', { [ROBOTS]: 'dns', [WWW_ROBOTS]: 'dns' }, ROBOTS, null],
    [
      'https cannot connect, http answers',
      {
        [ROBOTS]: 'connect',
        [WWW_ROBOTS]: 'connect',
        'http://bakery.example/robots.txt': 404,
        'http://bakery.example/llms.txt': FILE,
        'http://bakery.example/': 404,
        'http://bakery.example/llms-full.txt': 404,
      },
      'http://bakery.example/llms.txt',
      200,
    ],
    ['a bad certificate is no reason for http', { [ROBOTS]: 'tls', [WWW_ROBOTS]: 'tls' }, ROBOTS, null],
    ['a site that turns us away is not asked under another name', { [ROBOTS]: 404, [LLMS]: 403 }, LLMS, 403],
    ['nor one that is in trouble', { [ROBOTS]: 404, [LLMS]: 503 }, LLMS, 503],
  ])('handles %s', async (_, web, url, status) => {
    const { observation } = await visit(web);
    expect(observation.response).toMatchObject({ url, status });
    expect(observation.response.plainHttp).toBe(url.startsWith('http:'));
  });
  const overHttp = {
    [ROBOTS]: 'connect',
    [WWW_ROBOTS]: 'connect',
    'http://bakery.example/robots.txt': 404,
    'http://bakery.example/': 404,
    'http://bakery.example/llms-full.txt': 404,
    'https://docs.bakery.example/': 404,
    'https://docs.bakery.example/llms-full.txt': 404,
  } as const;
  it.each<[string, Record<string, Said>, boolean]>([
    [
      'not where http leads to https',
      {
        ...overHttp,
        'http://bakery.example/llms.txt': { body: FILE, finalUrl: 'https://docs.bakery.example/llms.txt' },
      },
      false,
    ],
    [
      'where https leads to http',
      {
        ...missing,
        ...around('bakery.example'),
        [LLMS]: { body: FILE, finalUrl: 'http://bakery.example/docs/llms.txt' },
      },
      true,
    ],
  ])('marks plain http %s', async (_, web, isPlain) => {
    const { observation } = await visit(web);
    expect(observation.response).toMatchObject({ status: 200, plainHttp: isPlain });
    expect(observation.inspection?.findings.some(({ id }) => id === 'plain-http')).toBe(isPlain);
  });
  it.each<[string, Said, Said, true | undefined]>([
    ['a homepage that offers the domain', 404, html('<title>bakery.example is for sale</title>'), true],
    ['one that does so in place of the file, too', html(HOME), html('<title>Parked domain</title>'), true],
    ['a homepage of a site', 404, html(HOME), undefined],
    ['a homepage that is not there', 404, 404, undefined],
  ])('detects after a missing file: %s', async (_, file, home, parkedHomepage) => {
    const { observation } = await visit({ ...missing, [LLMS]: file, [HOMEPAGE]: home });
    expect(observation.parkedHomepage).toBe(parkedHomepage);
  });

  it('includes nested files of the owner if the root has no file, but no other domain', async () => {
    const nested = 'https://docs.bakery.example/guide/llms.txt';
    const state = site({ nested_llms_txt: ['https://mill.example/llms.txt', 'http://bakery.example/x', nested] });
    const web = { ...missing, ...around('docs.bakery.example'), 'https://docs.bakery.example/robots.txt': 404 };
    const { observation } = await visit({ ...web, [nested]: FILE }, state);
    expect(observation).toMatchObject({ response: { url: nested, status: 200 }, inspection: { valid: true } });
  });
});

describe('a nested file of the owner', () => {
  const [good, bad, gone] = ['good', 'bad', 'gone'].map((name) => `https://bakery.example/${name}/llms.txt`);
  const state = site({ nested_llms_txt: ['https://mill.example/llms.txt', `${good}`, `${bad}`, `${gone}`] });
  const web = {
    ...HEALTHY,
    [`${good}`]: FILE,
    [`${bad}`]: html('<!doctype html><title>Shop</title>'),
    [`${gone}`]: 404,
  };
  it('gets a separate verdict that does not affect the site', async () => {
    const { observation } = await visit(web, state);
    expect(observation.nested).toMatchObject([
      { url: good, status: 200, valid: true },
      { url: bad, status: 200, valid: false, findings: [{ id: 'html-body' }, { id: 'no-validators' }] },
      { url: gone, status: 404, valid: false, findings: [{ id: 'not-found' }] },
    ]);
    const { observation: alone } = await visit(HEALTHY);
    expect(observation.inspection).toEqual(alone.inspection);
  });
  it('keeps its links if valid', async () => {
    const { observation } = await visit(web, state);
    expect(observation.scopedFiles).toMatchObject({ nested: [{ url: good, title: 'Bakery' }], describedby: [] });
    expect(observation.scopedFiles?.nested?.[0]?.links?.map(({ url }) => url)).toContain(BREAD);
  });
  it.each<[Said, isUndecided: boolean]>([
    ['timeout', true],
    [503, true],
    [403, true],
    [404, false],
  ])('leaves its stored links undecided after %s: %s', async (said, isUndecided) => {
    const { observation } = await visit({ ...web, [`${good}`]: said }, state);
    expect(observation.scopedFiles?.nested).toEqual(isUndecided ? [{ url: good, links: null }] : []);
  });
  it('gets one request even if the main file links it', async () => {
    const linked = { ...web, [LLMS]: `${FILE}- [Gone](${gone}): no more\n` };
    const { observation, net } = await visit(linked, state);
    expect(net.asked.filter((url) => url === gone)).toHaveLength(1);
    expect(observation.inspection?.findings.filter(({ id }) => id === 'dead-link')).toHaveLength(1);
  });
  it('gets a request even if the main file is unchanged', async () => {
    const { observation: first } = await visit(web, state);
    const { contentHash: content_hash } = first;
    const known = { status: 'valid', llms_txt: LLMS, score_version: SCORE_VERSION, content_hash } as const;
    const { observation } = await visit(web, { ...state, ...known });
    expect(observation).toMatchObject({ notModified: true, nested: [{ url: good }, { url: bad }, { url: gone }] });
  });
  it('counts as a request of the visit', async () => {
    const nested = Array.from({ length: 20 }, (_, i) => `https://bakery.example/${i}/llms.txt`);
    const files = Object.fromEntries(nested.map((url) => [url, FILE]));
    const { net } = await visit({ ...web, ...files }, site({ nested_llms_txt: nested }));
    expect(net.asked).not.toContain(BREAD);
  });
});

describe('a file that a page names by rel=describedby', () => {
  const named = (...hrefs: string[]) =>
    html(
      `<title>Bakery</title>${hrefs.map((href) => `<link rel="describedby" href="${href}">`).join('')}<h1>Bakery</h1>`,
    );
  const docs = 'https://bakery.example/docs/llms.txt';
  it('gets a request if new and on the site, at most two per visit', async () => {
    const many = [1, 2, 3].map((n) => `https://bakery.example/more-${n}/llms.txt`);
    const { observation, net } = await visit({
      ...HEALTHY,
      [HOMEPAGE]: named(
        '/llms.txt',
        '/about.html',
        'https://mill.example/llms.txt',
        'http://bakery.example/plain/llms.txt',
        '/docs/llms.txt?v=2#top',
        ...many,
      ),
      [docs]: FILE,
      [`${many[0]}`]: html('<!doctype html><title>Shop</title>'),
    });
    expect(observation.scopedFiles).toMatchObject({ describedby: [{ url: docs, title: 'Bakery' }] });
    expect(net.asked.filter((url) => url.endsWith('/llms.txt'))).toEqual([LLMS, docs, many[0], WWW_LLMS]);
  });
  it('leaves its stored links undecided if it does not answer', async () => {
    const { observation } = await visit({ ...HEALTHY, [HOMEPAGE]: named('/docs/llms.txt'), [docs]: 'timeout' });
    expect(observation.scopedFiles?.describedby).toEqual([{ url: docs, links: null }]);
  });
  it('counts from any page of the visit', async () => {
    const { observation } = await visit({
      ...HEALTHY,
      [LLMS]: `${FILE}- [Docs](https://bakery.example/docs/)\n`,
      'https://bakery.example/docs/': named('llms.txt'),
      [docs]: FILE,
    });
    expect(observation.scopedFiles).toMatchObject({ describedby: [{ url: docs }] });
  });
  it('gets no request if the owner named it or nothing is new', async () => {
    const web = { ...HEALTHY, [HOMEPAGE]: named('/docs/llms.txt'), [docs]: FILE };
    const state = site({ nested_llms_txt: [docs] });
    const { observation, net } = await visit(web, state);
    expect(observation.scopedFiles).toMatchObject({ nested: [{ url: docs }], describedby: [] });
    expect(net.asked.filter((url) => url === docs)).toHaveLength(1);
    const { contentHash: content_hash } = observation;
    const known = { status: 'valid', llms_txt: LLMS, score_version: SCORE_VERSION, content_hash } as const;
    const { observation: again, net: idle } = await visit(web, site(known));
    expect(again.scopedFiles).toBeUndefined();
    expect(idle.asked).not.toContain(docs);
  });
});

describe('an unchanged site', () => {
  const known = site({
    status: 'valid',
    llms_txt: LLMS,
    etag: '"1"',
    last_modified: 'Sat, 01 Nov 2025 00:00:00 GMT',
    score_version: SCORE_VERSION,
    content_hash: 'Ahy1tPz0rVvYAh0kdLvW_aaaaaaaaaaaaaaaaaaaaaa',
  });
  const conditional = { 'if-none-match': '"1"', 'if-modified-since': 'Sat, 01 Nov 2025 00:00:00 GMT' };
  const unchanged = { [ROBOTS]: 404, [LLMS]: 304 };
  it('needs two requests', async () => {
    const { observation, net } = await visit(unchanged, known);
    expect(observation).toMatchObject({ notModified: true, inspection: null });
    expect(net.requests.at(-1)?.headers).toMatchObject(conditional);
  });
  it('matches by its bytes on a server without validators', async () => {
    const { observation: first } = await visit(HEALTHY);
    const { observation, net } = await visit(HEALTHY, { ...known, etag: null, content_hash: first.contentHash });
    expect(observation).toMatchObject({ notModified: true, inspection: null });
    expect(net.asked).toHaveLength(2);
  });
  it.each<[string, DomainState, { random?: number; purpose?: VisitPurpose }]>([
    ['now and then', known, { random: 0.1 }],
    ['for its owner', known, { purpose: 'recrawl' }],
    ['after it was invalid', { ...known, status: 'invalid' }, {}],
    ['when the score is older than the formula', { ...known, score_version: 0 }, {}],
    ['when the file was elsewhere', { ...known, llms_txt: WWW_LLMS }, {}],
    ['when another domain served the file', { ...known, cross_domain_redirect: true }, {}],
  ])('gets a full read %s', async (_, state, over) => {
    const { observation, net } = await visit(HEALTHY, state, over);
    expect(observation.notModified).toBe(false);
    const request = net.requests.find(({ url }) => url === LLMS);
    expect(Object.keys(request?.headers ?? {})).toEqual(['accept']);
  });
  it.each<[from: string, to: string, leftBefore: boolean, said: Said]>([
    ['another domain', 'the site', true, FILE],
    ['the site', 'another domain', false, { body: FILE, finalUrl: 'https://elsewhere.example/llms.txt' }],
  ])('gets a full read if its file moved from %s to %s', async (_, __, cross_domain_redirect, said) => {
    const { observation: first } = await visit(HEALTHY);
    const before = { ...known, etag: null, content_hash: first.contentHash, cross_domain_redirect };
    const { observation } = await visit({ ...HEALTHY, [LLMS]: said }, before);
    expect(observation).toMatchObject({ notModified: false, contentHash: first.contentHash });
  });
  it.each<[from: string, to: string]>([
    [LLMS, WWW_LLMS],
    [WWW_LLMS, LLMS],
    ['http://bakery.example/llms.txt', LLMS],
  ])('gets a full read if its file moved from %s to %s', async (from, to) => {
    const { observation: first } = await visit(HEALTHY);
    const www = Object.fromEntries(['', 'llms-full.txt'].map((path) => [`https://www.bakery.example/${path}`, 404]));
    const web = to === LLMS ? HEALTHY : { ...HEALTHY, ...www, [LLMS]: 404, [WWW_LLMS]: FILE };
    const { observation } = await visit(web, { ...known, llms_txt: from, content_hash: first.contentHash });
    expect(observation).toMatchObject({ notModified: false, response: { url: to } });
  });
  it.each<[string, Said, DomainState]>([
    ['from another domain', { status: 304, finalUrl: 'https://elsewhere.example/llms.txt' }, known],
    ['without a condition', 304, site()],
  ])('does not accept a 304 %s', async (_, answer, state) => {
    const { observation } = await visit({ ...unchanged, [LLMS]: answer, [WWW_ROBOTS]: 404, [WWW_LLMS]: 404 }, state);
    expect(observation).toMatchObject({ notModified: false, response: { status: 304 } });
  });
});

describe('sample of links', () => {
  const linked = (urls: readonly string[]) =>
    `# Bakery\n\n## Docs\n\n${urls.map((url, i) => `- [Page ${i}](${url})`).join('\n')}\n`;
  const anywhere = (file: string): Parameters<typeof fakeNet>[0] =>
    new Proxy<Record<string, Said>>(
      { ...HEALTHY, [LLMS]: file },
      { get: (web, url) => (typeof url === 'string' ? (web[url] ?? (url.endsWith('/robots.txt') ? 404 : 'x')) : '') },
    );
  const asksBeyond = (asked: readonly string[]) =>
    asked.filter((url) => !(url in HEALTHY) && !(url in NO_GUESSES) && !url.endsWith('/robots.txt'));

  it('sends at most 20 requests to one host, each URL once', async () => {
    const urls = Array.from({ length: 10_000 }, (_, i) => `https://api.bakery.example/${i}`);
    const asked = asksBeyond((await visit(anywhere(linked(urls)))).net.asked);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.length).toBeLessThanOrEqual(20);
    expect(new Set(asked).size).toBe(asked.length);
  });
  it('sends one request to another site', async () => {
    const urls = Array.from({ length: 10_000 }, (_, i) => `https://victim.test/${i}`);
    expect(asksBeyond((await visit(anywhere(linked(urls)))).net.asked)).toHaveLength(1);
  });
  it('starts with the site and continues with a few other sites', async () => {
    const urls = Array.from({ length: 40 }, (_, i) => `https://other${i}.test/`);
    const asked = asksBeyond((await visit(anywhere(linked(['https://docs.bakery.example/a', ...urls])))).net.asked);
    expect(asked[0]).toBe('https://docs.bakery.example/a');
    expect(asked).toHaveLength(6);
  });
  it('stays within the allowed addresses', async () => {
    const net = fakeNet(anywhere(linked(['https://victim.test/', 'https://docs.bakery.example/a'])));
    const tools = testVisitTools(net, { isHostAllowed: (host) => host.endsWith('.example') });
    await observe(site(), tools, { purpose: 'crawl', signal: new AbortController().signal });
    expect(asksBeyond(net.asked)).toEqual(['https://docs.bakery.example/a']);
  });
  it('finds the Markdown versions of pages', async () => {
    const { observation, net } = await visit({
      ...HEALTHY,
      [LLMS]: linked([
        'https://bakery.example/shop',
        'https://bakery.example/docs/',
        BREAD,
        'https://bakery.example/cake.md',
      ]),
      'https://bakery.example/shop': html('<!doctype html><title>The shop · Bakery</title>'),
      'https://bakery.example/shop.md': '# The shop\n\nOpen from six to noon.\n',
      'https://bakery.example/docs/': html('<!doctype html><title>Docs of ovens</title>'),
      'https://bakery.example/docs/index.html.md': html('<!doctype html>Not found'),
      'https://bakery.example/docs.md': '# Bakery\n\nThe text of another page.\n',
      'https://bakery.example/docs/index.md': 404,
      [BREAD]: '# Bread\n\nRye, wheat and oat.\n',
      'https://bakery.example/cake.md': 404,
    });
    const { findings = [] } = observation.inspection ?? {};
    expect(findings.filter(({ id }) => id === 'markdown-twin')).toMatchObject([
      { fix: 'Link to https://bakery.example/shop.md' },
    ]);
    expect(net.asked).toContain('https://bakery.example/docs/index.html.md');
    const shop = { page: 'https://bakery.example/shop', markdown: 'https://bakery.example/shop.md' };
    const bread = { page: BREAD, markdown: BREAD };
    expect(observation.twins?.toSorted((a, b) => (a.pages < b.pages ? -1 : 1))).toEqual([
      { pages: 'bakery.example/*', by: 'append-md', tested: 1, found: [shop], tested_at: START },
      { pages: 'bakery.example/*.md', by: 'listed', tested: 2, found: [bread], tested_at: START },
      { pages: 'bakery.example/*/', by: null, tested: 1, found: [], tested_at: START },
    ]);
  });
  it('skips the Markdown test if nothing is new', async () => {
    const web = {
      ...HEALTHY,
      [LLMS]: linked(['https://bakery.example/shop']),
      'https://bakery.example/shop': html('<!doctype html><title>The shop</title>'),
      'https://bakery.example/shop.md': '# The shop\n\nOpen from six to noon.\n',
    };
    const { observation } = await visit(web);
    const { contentHash: content_hash } = observation;
    const known = site({ status: 'valid', llms_txt: LLMS, content_hash, score_version: SCORE_VERSION });
    const again = await visit(web, known);
    expect(again.observation).toMatchObject({ notModified: true });
    expect(again.observation.twins).toBeUndefined();
    expect(again.net.asked).not.toContain('https://bakery.example/shop.md');
  });
});

it('finds the country of the address if known', async () => {
  const net = fakeNet(HEALTHY, NO_GUESSES);
  const tools = testVisitTools(net, { countryOfAddress: (address) => (address === '192.0.2.1' ? 'FR' : null) });
  const observation = await observe(site(), tools, { purpose: 'crawl', signal: new AbortController().signal });
  expect(observation.addressCountry).toBe('FR');
});

it('passes on Retry-After of the site', async () => {
  const { observation } = await visit({ [ROBOTS]: 404, [LLMS]: { status: 429, headers: { 'retry-after': '3600' } } });
  expect(observation.retryAfterMs).toBe(3_600_000);
});
