import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SITEMAP_URLS, type Sitemap, SitemapReader } from '../../src/extract/read-sitemap.ts';

const HOME = 'https://shop.example/maps/sitemap.xml';
/** Reads a file in parts of the given size. */
function readSitemap(text: string, partBytes = 65_536): Sitemap {
  const reader = new SitemapReader(HOME);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length && reader.add(bytes.subarray(at, at + partBytes)); at += partBytes);
  return reader.end();
}
const HEAD = '<?xml version="1.0"?><!-- by hand --><urlset xmlns="x">';

describe('reader of sitemaps', () => {
  it.each([
    ['its pages', `${HEAD}<url><loc> https://shop.example/a </loc></url></urlset>`, ['/a']],
    [
      'relative locations against its own URL',
      `${HEAD}<url><loc>/b#top</loc></url><url><loc>c</loc></url>`,
      ['/b', '/maps/c'],
    ],
    [
      'entities and CDATA decoded',
      `${HEAD}<url><loc>/?a=1&amp;b=&#50;</loc></url><url><loc><![CDATA[/?c=3&d=4]]></loc></url>`,
      ['/?a=1&b=2', '/?c=3&d=4'],
    ],
    [
      'pages and not their pictures',
      `${HEAD}<url><loc>/d</loc><image:image><image:loc>/d.png</image:loc></image:image></url>`,
      ['/d'],
    ],
    ['each page once', `${HEAD}<url><loc>/e</loc></url><url><loc>/e</loc></url>`, ['/e']],
    ['a prefixed namespace', '<s:urlset><s:url><s:loc>/f</s:loc></s:url></s:urlset>', ['/f']],
    ['what came before a cut', `${HEAD}<url><loc>/g</loc></url><url><loc>/h`, ['/g', '/h']],
    ['a plain list of URLs', '\ufeffhttps://shop.example/i\r\nhttps://shop.example/j\n', ['/i', '/j']],
    ['a plain list of URLs after a remark', '# all pages\nhttps://shop.example/i\n', ['/i']],
    [
      'the items of an RSS feed',
      '<?xml version="1.0"?><rss version="2.0"><channel><link>/</link><atom:link rel="self" href="/feed.xml"/><item><title>A</title><link>https://shop.example/a?x=1&amp;y=2</link><guid>7</guid></item><item><link><![CDATA[/b]]></link><comments>/b#c</comments></item></channel></rss>',
      ['/a?x=1&y=2', '/b'],
    ],
    [
      'an RSS 1.0 feed',
      '<rdf:RDF><channel><link>/</link></channel><item rdf:about="/a"><link>/a</link></item></rdf:RDF>',
      ['/a'],
    ],
    [
      'the entries of an Atom feed',
      "<feed xmlns='x'><link href='/'/><entry><link rel='edit' href='/edit'/><link href='/a?x=1&amp;y=2'/></entry><entry><link type='text/html' rel='alternate' href=\"/b\"></link><link rel='enclosure' href='/b.mp3'/></entry></feed>",
      ['/a?x=1&y=2', '/b'],
    ],
    ['an Atom feed with a prefix', '<a:feed xmlns:a="x"><a:entry><a:link href="/a"/></a:entry></a:feed>', ['/a']],
    [
      'the pages around an entry without an address',
      `${HEAD}<url><loc></loc></url><url/><url><loc>http://[</loc></url><url><loc>/z</loc></url>`,
      ['/z'],
    ],
    ['no other scheme', `${HEAD}<url><loc>javascript:1</loc></url><url><loc>ftp://x.example/</loc></url>`, []],
    ['nothing of an HTML page', '<!doctype html><html><body><url><loc>/k</loc></url>', []],
    ['nothing of prose', 'Not found\nhttps://shop.example/l', []],
    ['no own entity', '<!DOCTYPE u [<!ENTITY e "/m">]><urlset><url><loc>&e;</loc></url></urlset>', ['/maps/&e;']],
  ])('reads %s', (_what, text, expected) => {
    const urls = expected.map((path) => new URL(path, HOME).href);
    expect(readSitemap(text).urls).toEqual(urls);
    for (const partBytes of [1, 2, 3, 7]) expect(readSitemap(text, partBytes).urls).toEqual(urls);
  });

  it('includes its kind', () => {
    expect(readSitemap(`${HEAD}<url><loc>/a</loc><lastmod>2026-01-02</lastmod></url>`)).toEqual({
      kind: 'pages',
      urls: ['https://shop.example/a'],
      truncated: false,
    });
    expect(readSitemap('<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>').kind).toBe('index');
    expect(readSitemap('<rss/>').kind).toBe('none');
    expect(readSitemap('').kind).toBe('none');
  });

  it('ends at 5,000 URLs or a million characters and is marked as cut', () => {
    const formatList = (count: number, path: string) =>
      `${HEAD}${Array.from({ length: count }, (_, i) => `<url><loc>/${path}${i}</loc></url>`).join('')}`;
    const many = readSitemap(formatList(MAX_SITEMAP_URLS + 10, ''));
    expect([many.urls.length, many.truncated]).toEqual([MAX_SITEMAP_URLS, true]);
    const long = readSitemap(formatList(1_000, 'x'.repeat(2_000)));
    expect(long.urls.join('').length).toBeLessThanOrEqual(1024 * 1024);
    expect(long.truncated).toBe(true);
  });

  it('ends if full or not a sitemap', () => {
    const reader = new SitemapReader(HOME);
    expect(reader.add(new TextEncoder().encode('<!doctype html><html><p>Not found'))).toBe(false);
  });
});

describe('reader of hostile sitemaps', () => {
  const fill = (piece: string) => piece.repeat(Math.ceil(2_000_000 / piece.length));
  it.each([
    ['open comments', fill('<!-- ')],
    ['open CDATA', fill('<![CDATA[ ')],
    ['open tags', fill('<')],
    ['nesting', fill('<url>')],
    ['one long location', `<loc>${fill('a ')}`],
    ['ampersands', `<url><loc>${fill('&')}`],
    ['locations without a place', fill('<loc>/a</loc>')],
  ])('limits the work for %s', (_what, tail) => {
    expect(readSitemap(`<urlset>${tail}`).urls.length).toBeLessThanOrEqual(1);
  });

  it('returns a result for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, xml) => {
        const file = xml ? `<urlset><url><loc>${text}` : text;
        const { urls } = readSitemap(file);
        for (const url of urls) expect(url).toMatch(/^https?:/);
        expect(readSitemap(file, 1).urls).toEqual(urls);
      }),
    );
  });
});

const CORPUS = '../shared/corpus/html/';
if (!existsSync(CORPUS)) console.log(`no ${CORPUS}: real sitemaps are not tried`);
describe.runIf(existsSync(CORPUS))('reader of real sitemaps', () => {
  it.each([
    ['sitemaps/crawler-commons__sitemap.index-without-loc.xml', 'index', 15],
    ['sitemaps/2ffactorAgency__propertycleanupllc.com__sitemap_index.xml', 'index', 6],
    ['sitemaps/02-tech__imperialvolt.github.io__sitemap.xml', 'pages', 1],
    ['sitemaps/0ps__2fa__sitemap-index.xml', 'index', 3],
    ['sitemaps/AESEO1__staatic-adcert__page-sitemap.xml', 'pages', 2],
    ['sitemaps/AESEO1__staatic-adcert__sitemap_index.xml', 'index', 4],
    ['sites/mockupshot.online/sitemap.xml', 'pages', null],
    ['sitemaps/030375__new-gotmansait__sitemap.xml', 'pages', null],
  ])('reads %s completely', (file, kind, count) => {
    const text = readFileSync(CORPUS + file, 'utf8');
    const sitemap = readSitemap(text);
    expect(sitemap.kind).toBe(kind);
    expect(sitemap.urls).toHaveLength(count ?? text.split('</loc>').length - 1);
  });
});
