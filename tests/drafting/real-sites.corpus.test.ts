import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint, parse } from '#llmstxt';
import { writeDraft } from '../../src/drafting/write-draft.ts';
import { CORPUS } from '../llmstxt/corpus.ts';
import { gatherOptions, type Route, toWeb } from './a-web.ts';

const PAGES = join(CORPUS, 'html');
const FAULTS: readonly Route[] = [
  404,
  410,
  500,
  403,
  '',
  '<title>Page not found</title><h1>Page not found</h1>',
  '<title>Fehler 404</title>',
  { to: '/no-such-page-anywhere' },
  { to: 'https://elsewhere.example/' },
  { to: '/' },
  { type: 'application/json', body: '{}' },
];

const computeHash = (url: string) => createHash('sha256').update(url).digest().readUInt32BE();
const isGood = (url: string) => computeHash(url) % 2 === 0;

/** Returns a page or a fault. The hash of the URL decides which. */
function answer(url: string): Route {
  if (/robots\.txt$|no-such-page|\.md$/.test(url)) return 404;
  const text = `Page ${computeHash(url)}`;
  return isGood(url)
    ? `<title>${text}</title><h1>${text}</h1><p>All of ${text}.</p>`
    : (FAULTS[computeHash(url) % FAULTS.length] ?? 404);
}

async function toDraft(host: string, routes: Readonly<Record<string, Route>>) {
  const web = toWeb(routes, answer);
  const { text } = await writeDraft(host, gatherOptions(web.session));
  const links = parse(text).links.flatMap(({ url }) => url ?? []);
  const warnings = lint({ body: text }, { assessQuality: false }).findings.filter(
    ({ severity }) => severity !== 'info',
  );
  return { links, warnings, asked: web.asked };
}

if (!existsSync(PAGES)) console.log(`no ${PAGES}: drafts of real sites are not made`);
describe.runIf(existsSync(PAGES))('a draft of a real site with faulty pages', () => {
  const files = (folder: string) => (existsSync(PAGES) ? readdirSync(join(PAGES, folder)) : []);
  const read = (folder: string, file: string) => readFileSync(join(PAGES, folder, file), 'latin1');

  it.each([
    ...files('homepages').map((file) => ['homepages', file] as const),
    ...files('articles').map((file) => ['articles', file] as const),
  ])('lists only pages that answered: %s/%s', async (folder, file) => {
    const host = file.replace(/\.html$/, '');
    const home = `https://${host}/`;
    const { links, warnings, asked } = await toDraft(host, { [home]: read(folder, file) });
    expect(links.filter((url) => url !== home && !isGood(url))).toEqual([]);
    expect(links.length).toBeGreaterThan(0);
    expect(links.length).toBeLessThanOrEqual(60);
    expect(warnings).toEqual([]);
    for (const url of asked) expect(new URL(url).hostname).toContain(host.replace(/^www\./, ''));
  });

  it.each(files('sitemaps'))('lists only pages that answered: %s', async (file) => {
    const text = read('sitemaps', file);
    const host = /<loc>\s*https?:\/\/([\w.-]+)/.exec(text)?.[1] ?? 'site.example';
    const home = `https://${host}/`;
    const { links, warnings } = await toDraft(host, {
      [home]: '<title>Home</title><p>Home.</p>',
      [`${home}sitemap.xml`]: { type: 'application/xml', body: text },
    });
    expect(links.filter((url) => url !== home && !isGood(url))).toEqual([]);
    expect(warnings).toEqual([]);
  });
});
