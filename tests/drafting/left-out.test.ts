import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '#llmstxt';
import { writeDraft } from '../../src/drafting/write-draft.ts';
import { gatherOptions, type Route, toWeb } from './a-web.ts';

const SITE = 'https://tea.example';
const html = (title: string, text = `All about ${title}.`, head = '') =>
  `<!doctype html><title>${title}</title>${head}<body><h1>${title}</h1><p>${text}</p>`;
const titled = (heading: string) => `<title>Tea</title><h1>${heading}</h1><p>About ${heading}.</p>`;
const homeWith = (paths: readonly string[]) =>
  html('Tea House', 'We sell tea.', '').concat(
    `<nav>${paths.map((path) => `<a href="${path}">Go ${path}</a>`).join('')}</nav>`,
  );

async function draft(routes: Readonly<Record<string, Route>>, otherwise?: Parameters<typeof toWeb>[1]) {
  const paths = Object.keys(routes).filter((path) => path.startsWith('/') && path !== '/');
  const web = toWeb(
    {
      [`${SITE}/`]: homeWith(paths.filter((path) => !path.endsWith('.xml'))),
      ...Object.fromEntries(
        Object.entries(routes).map(([path, route]) => [path.startsWith('/') ? SITE + path : path, route]),
      ),
    },
    otherwise,
  );
  const { text, notes } = await writeDraft('tea.example', gatherOptions(web.session));
  const links = parse(text).links.map(({ url }) => (url ?? '').replace(SITE, ''));
  return { text, notes: notes.join('\n'), links, asked: web.asked };
}

describe('exclusion of pages', () => {
  it.each<[string, Route, RegExp]>([
    ['a page that is not there', 404, /1 page that answered 404 or 410: https:\/\/tea.example\/it\./],
    ['a page that is gone', 410, /404 or 410/],
    ['a page with an error', 500, /answered with an error/],
    ['a page that is refused', 403, /answered with an error/],
    ['a page with another success', 203, /answered with an error/],
    ['a redirect to a dead page', { to: '/gone' }, /404 or 410/],
    ['a redirect to a page with an error', { to: '/err' }, /answered with an error/],
    ['a redirect to another site', { to: 'https://other.example/' }, /led to another site/],
    ['a redirect to the homepage', { to: '/' }, /answered with the homepage/],
    ['a redirect without end', { to: '/it' }, /answered with an error/],
    ['an empty answer', '', /showed no text/],
    ['a page without text', '<!doctype html><html><head></head><body> </body></html>', /showed no text/],
    ['a page that scripts would fill', '<title>App</title><div id=root></div><script>x</script>', /showed no text/],
    ['a title that says "not found"', html('Page not found', 'Try the search.'), /said "not found" with status 200/],
    ['a title with 404', html('404 | Tea House'), /said "not found"/],
    ['a German title', html('Seite nicht gefunden – Tea House'), /said "not found"/],
    ['a Japanese title', html('ページが見つかりません'), /said "not found"/],
    ['a heading', '<title>Tea House</title><h1>Oops! That page can’t be found.</h1>', /said "not found"/],
    ['a short text', '<p>File not found.</p>', /said "not found"/],
    [
      'a short text after the name of the site',
      '<title>Tea House</title><h1>Tea House</h1><h2>404</h2><p>This page could not be found.</p>',
      /said "not found"/,
    ],
    ['a redirect to a page that says it', { to: '/sorry' }, /said "not found"/],
    [
      'a page that sends visitors on',
      html('Moved', 'One moment.', '<meta http-equiv=Refresh content="0; URL=https://other.example/">'),
      /redirected visitors to another URL/,
    ],
    ['the homepage under another address', homeWith(['/ok', '/it']), /answered with the homepage/],
    ['a page whose original is the homepage', html('It', 'It.', '<link rel=canonical href=/>'), /with the homepage/],
    ['a page whose original is elsewhere', html('It', 'It.', '<link rel=canonical href=//other.example/>'), /repeated/],
    ['a page that repeats another', html('Ok'), /repeated another page/],
    ['a page that wants no index', html('It', 'It.', '<meta name=robots content=noindex>'), /not to be indexed/],
    ['an image', { type: 'image/png', body: 'PNG' }, /neither HTML nor text/],
    ['JSON', { type: 'application/json', body: '{}' }, /neither HTML nor text/],
  ])('leaves out %s', async (_what, it, note) => {
    const { links, notes, asked } = await draft({
      '/ok': html('Ok'),
      '/it': it,
      [`${SITE}/err`]: 500,
      [`${SITE}/sorry`]: html('Not found'),
    });
    expect(links).toEqual(['/ok']);
    expect(notes).toMatch(note);
    expect(asked.filter((url) => !url.startsWith(SITE))).toEqual([]);
  });

  it.each(['600', '600; url=/it', '600; url=#top', '600; url=/it#top'])(
    'keeps a page that reloads itself: %s',
    async (content) => {
      const refresh = `<meta http-equiv=refresh content="${content}">`;
      expect((await draft({ '/it': html('It', 'All about it.', refresh) })).links).toEqual(['/it']);
    },
  );

  it('covers missing pages of a sitemap', async () => {
    const list = ['/gone-page', '/old-news', '/teas'].map((path) => `<url><loc>${SITE}${path}</loc></url>`).join('');
    const { links, notes } = await draft({
      [`${SITE}/sitemap.xml`]: { type: 'application/xml', body: `<urlset>${list}</urlset>` },
      [`${SITE}/old-news`]: 410,
      [`${SITE}/teas`]: html('Teas'),
    });
    expect(links).toEqual(['/teas']);
    expect(notes).toContain(`Left out 2 pages that answered 404 or 410: ${SITE}/gone-page, ${SITE}/old-news.`);
  });

  it('covers error pages that repeat the URL', async () => {
    const missing = (url: string) => html('Tee weg', `Hier ist kein ${new URL(url).pathname}, nur Wasser.`);
    const { links } = await draft(
      { '/dry-tea': '<title>Kein /dry-tea</title><p>Hier ist kein /dry-tea.</p>', '/wet': html('Wet') },
      (url) => `<title>Kein ${new URL(url).pathname}</title><p>Hier ist kein ${new URL(url).pathname}.</p>`,
    );
    expect(links).toEqual(['/wet']);
    expect((await draft({ '/dry': missing(`${SITE}/dry`), '/wet': html('Wet') }, missing)).links).toEqual(['/wet']);
  });

  it.each<[string, Readonly<Record<string, Route>>, Route, string[]]>([
    [
      'all pages that redirect to one page',
      { '/a': { to: '/welcome' }, '/b': { to: '/welcome' }, '/c': html('C') },
      html('Welcome'),
      ['/c'],
    ],
    [
      'the error page in any wording',
      { '/dry': html('Weg', 'Da.'), '/wet': html('Wet') },
      html('Weg', 'Da.'),
      ['/wet'],
    ],
    ['the error title and heading', { '/dry': html('Weg', 'Da.'), '/wet': html('Wet') }, html('Weg', 'Ja.'), ['/wet']],
    ['no pages that share only the title', { '/a': titled('A'), '/b': titled('B') }, titled('Weg'), ['/a', '/b']],
    [
      'no nameless pages beside a nameless error page',
      { '/a': '<p>About A.</p>', '/b': '<p>About B.</p>' },
      '<p>Weg.</p>',
      ['/a', '/b'],
    ],
  ])('covers %s', async (_what, routes, otherwise, left) => {
    expect((await draft(routes, otherwise)).links).toEqual(left);
  });
});

describe('pages in another language', () => {
  const inLanguage = (language: string, title: string) =>
    html(title).replace('<title>', `<html lang=${language}><title>`);
  const home = (language: string) => homeWith(['/a', '/b', '/c']).replace('<title>', `<html lang=${language}><title>`);
  const pages = (language: string) => ({
    '/a': inLanguage('en-GB', 'A'),
    '/b': html('B'),
    '/c': inLanguage(language, 'C'),
  });

  it('are left out', async () => {
    const { links, notes } = await draft({ '/': home('en'), ...pages('zh-CN') });
    expect(links).toEqual(['/a', '/b']);
    expect(notes).toContain(`Left out 1 page that was not in the language of the homepage: ${SITE}/c.`);
  });

  it('are kept if most pages are not in the language that the homepage declares', async () => {
    const { links } = await draft({ '/': home('de'), ...pages('en') });
    expect(links).toEqual(['/a', '/b', '/c']);
  });
});

describe('a homepage that sends visitors on', () => {
  const sends = (url: string) =>
    html('Redirecting', 'One moment.', `<meta http-equiv=refresh content="0; url=${url}">`);

  it('is replaced by its target', async () => {
    const { text } = await draft({
      '/': sends('latest/'),
      [`${SITE}/latest/`]: html('Tea House').concat('<nav><a href=brew>Brew</a></nav>'),
      [`${SITE}/latest/brew`]: html('Brew'),
    });
    expect(text).toBe(`# Tea House\n\n## Pages\n\n- [Brew](${SITE}/latest/brew)\n`);
  });

  it.each(['https://other.example/', '/dead', '/'])('is kept if the target is %s', async (url) => {
    const { text, asked } = await draft({ '/': sends(url).concat('<a href=/it>It</a>'), '/it': html('It') });
    expect(text).toContain('- [It](');
    expect(asked.filter((each) => !each.startsWith(SITE))).toEqual([]);
  });
});

describe('a homepage that is not a page of the site', () => {
  const wall = html('Just a moment...', 'Enable JavaScript and cookies to continue.');

  it.each([
    ['a bot check', wall],
    ['a message', html('Access denied', 'No.')],
    ['a missing page', '<p>File not found.</p>'],
    ['nothing but a script', '<html><head><script src="/wall.js"></script></head><body></body></html>'],
  ])('gives no draft: %s', async (_what, homepage) => {
    await expect(draft({ '/': homepage })).rejects.toMatchObject({
      code: 'site.unreachable',
      message: 'tea.example lists no pages to read: the homepage is empty, an error page or a bot check.',
    });
  });

  it('gives a draft of the pages in the sitemap, and a note', async () => {
    const { text, links, notes } = await draft({
      '/': wall,
      [`${SITE}/sitemap.xml`]: { type: 'text/xml', body: `<urlset><url><loc>${SITE}/teas</loc></url></urlset>` },
      [`${SITE}/teas`]: html('Teas'),
    });
    expect(text).toMatch(/^# tea\.example\n/);
    expect(links).toEqual(['/teas']);
    expect(notes).toContain('The homepage is empty, an error page or a bot check: its title and links are missing.');
  });
});

it('appears in the notes', async () => {
  const { links, notes } = await draft({
    '/ok': html('Ok'),
    [`${SITE}/sitemap.xml`]: { type: 'text/xml', body: `<urlset><url><loc>${SITE}/1234</loc></url></urlset>` },
    [`${SITE}/1234`]: '<title>Tea House</title><p>Nothing names this page.</p>',
  });
  expect(links).toEqual(['/ok']);
  expect(notes).toContain(`Left out 1 page that had no usable name, or words that a check reports: ${SITE}/1234.`);
});

it('names no listed page in the notes', async () => {
  const { links, notes } = await draft({ '/par_(en)': html('Par') });
  expect(links).toEqual(['/par_%28en%29']);
  expect(notes).not.toContain('no usable name');
});

describe('choice of pages', () => {
  const shell = (title: string) =>
    `<title>${title}</title><meta name=description content="On ${title}."><div id=app></div>`;
  const home = homeWith(['/a', '/b']);
  const original = html('Original', 'It.', '<link rel=canonical href=/original>');

  it.each<[string, Readonly<Record<string, Route>>, Route, string[]]>([
    ['a page whose canonical is dead', { '/it': html('It', 'It.', '<link rel=canonical href=/gone>') }, 404, ['/it']],
    [
      'the canonical URL after it answered',
      { '/it': html('It', 'It.', '<link rel=canonical href=/original>'), [`${SITE}/original`]: original },
      404,
      ['/original'],
    ],
    [
      'the target of a redirect within the site',
      { '/it': { to: '/new' }, [`${SITE}/new`]: html('New') },
      404,
      ['/new'],
    ],
    ['a page that reloads itself', { '/it': html('It', 'It.', '<meta http-equiv=refresh content=300>') }, 404, ['/it']],
    [
      'Markdown and plain text',
      {
        '/it.md': { type: 'text/markdown', body: '# It\n\nAll about it here.\n' },
        '/gone.md': { type: 'text/markdown', body: '# 404\n\nNot found.\n' },
      },
      404,
      ['/it.md'],
    ],
    ['pages of a prerendered application', { '/a': shell('A'), '/b': shell('B') }, shell('Tea'), ['/a', '/b']],
    ['only the homepage of an application that serves it everywhere', { '/a': home, '/b': home }, home, ['/']],
  ])('includes %s', async (_what, routes, otherwise, left) => {
    expect((await draft(routes, otherwise)).links).toEqual(left);
  });

  it('drops invisible characters from titles', async () => {
    const { links, text } = await draft({ '/it': html('Ver\u200bsand\u2060ko\u00adst\u3164en\u{E0041}') });
    expect(links).toEqual(['/it']);
    expect(text).toContain('[Versandkosten]');
  });
});

describe('a request of a draft', () => {
  it('never leaves the site', async () => {
    const named = (i: number) =>
      html(
        `Page ${i}`,
        `Text ${i}.`,
        `<link rel=alternate type=text/markdown href="https://victim.example/${i}.md"><link rel=canonical href="https://tea.example/topic-x${i}">` +
          `<link rel=describedby href="https://victim.example/${i}"><link rel=alternate hreflang=de href="https://victim.example/de/${i}">`,
      );
    const pages = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`/topic-x${i}`, named(i)]));
    const { asked, links } = await draft({
      ...pages,
      [`${SITE}/robots.txt`]: {
        type: 'text/plain',
        body: `Sitemap: https://victim.example/s.xml\nSitemap: ${SITE}/s.xml\nSitemap: ${SITE}/i.xml`,
      },
      [`${SITE}/s.xml`]: { to: 'https://victim.example/s.xml' },
      [`${SITE}/i.xml`]: {
        type: 'text/xml',
        body: '<sitemapindex><sitemap><loc>https://victim.example/2.xml</loc></sitemap></sitemapindex>',
      },
      [`${SITE}/topic-x0.md`]: { to: 'https://victim.example/topic-x0.md' },
    });
    expect(links).toHaveLength(12);
    expect(asked.filter((url) => !url.startsWith(`${SITE}/`))).toEqual([]);
  });

  it('obeys robots.txt for Markdown versions and canonical URLs', async () => {
    const { asked, links } = await draft({
      [`${SITE}/robots.txt`]: { type: 'text/plain', body: 'User-agent: *\nDisallow: /*.md\nDisallow: /original' },
      '/it': html('It', 'It.', '<link rel=canonical href=/original>'),
    });
    expect(links).toEqual(['/it']);
    expect(asked.filter((url) => /\.md$|original/.test(url))).toEqual([]);
  });
});

describe('a draft of any site', () => {
  const fault = fc.constantFrom<Route>(
    404,
    410,
    500,
    403,
    206,
    '',
    '<body></body>',
    html('Page not found'),
    html('Fehler 404'),
    html('Missing', 'Text of a missing page.'),
    { to: '/nowhere' },
    { to: 'https://other.example/x' },
    { to: '/' },
    { to: '/bad0' },
    { type: 'application/pdf', body: '%PDF' },
    html('Moved', 'Gone on.', '<meta http-equiv=refresh content="5;/nowhere">'),
  );
  const good = fc.constantFrom(
    '',
    '<link rel=canonical href=/nowhere>',
    '<link rel=alternate type=text/markdown href=/no.md>',
  );

  it('lists only URLs that answered 200 with a separate page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 8 }),
        fc.array(good, { maxLength: 5 }),
        fc.boolean(),
        async (faults, heads, isCatchAll) => {
          const routes = Object.fromEntries([
            ...faults.map((route, i) => [`/bad${i}`, route] as const),
            ...heads.map((head, i) => [`/good${i}`, html(`Good ${i}`, `Text ${i}.`, head)] as const),
          ]);
          const { links, asked } = await draft(routes, isCatchAll ? html('Missing', 'Text of a missing page.') : 404);
          const wanted = heads.map((_, i) => `/good${i}`);
          const missing = isCatchAll
            ? []
            : faults.flatMap((route, i) =>
                typeof route === 'string' && route.includes('Text of') ? [`/bad${i}`] : [],
              );
          for (const url of links) expect([...wanted, ...missing, '/']).toContain(url);
          for (const url of wanted) expect(links).toContain(url);
          expect(asked.filter((url) => !url.startsWith(`${SITE}/`))).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
