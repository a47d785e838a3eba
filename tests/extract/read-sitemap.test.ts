import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SITEMAP_ENTRIES, readSitemap } from '../../src/extract/read-sitemap.ts';

const HOME = 'https://shop.example/maps/sitemap.xml';
const urls = (text: string) => readSitemap(text, HOME).entries.map((entry) => entry.url);
const HEAD = '<?xml version="1.0"?><!-- by hand --><urlset xmlns="x">';

describe('a sitemap gives', () => {
  it.each([
    ['its pages', `${HEAD}<url><loc> https://shop.example/a </loc></url></urlset>`, ['https://shop.example/a']],
    [
      'relative locations against its own URL',
      `${HEAD}<url><loc>/b#top</loc></url><url><loc>c</loc></url>`,
      ['https://shop.example/b', 'https://shop.example/maps/c'],
    ],
    [
      'entities and CDATA decoded',
      `${HEAD}<url><loc>/?a=1&amp;b=&#50;</loc></url><url><loc><![CDATA[/?c=3&d=4]]></loc></url>`,
      ['https://shop.example/?a=1&b=2', 'https://shop.example/?c=3&d=4'],
    ],
    [
      'pages and not their pictures',
      `${HEAD}<url><loc>/d</loc><image:image><image:loc>/d.png</image:loc></image:image></url>`,
      ['https://shop.example/d'],
    ],
    ['each page once', `${HEAD}<url><loc>/e</loc></url><url><loc>/e</loc></url>`, ['https://shop.example/e']],
    [
      'a prefixed namespace',
      '<s:urlset xmlns:s="x"><s:url><s:loc>/f</s:loc></s:url></s:urlset>',
      ['https://shop.example/f'],
    ],
    [
      'what came before a cut',
      `${HEAD}<url><loc>/g</loc></url><url><loc>/h`,
      ['https://shop.example/g', 'https://shop.example/h'],
    ],
    [
      'a plain list of URLs',
      '\ufeffhttps://shop.example/i\r\nhttps://shop.example/j\n',
      ['https://shop.example/i', 'https://shop.example/j'],
    ],
    ['no other scheme', `${HEAD}<url><loc>javascript:1</loc></url><url><loc>ftp://x.example/</loc></url>`, []],
    ['nothing of an HTML page', '<!doctype html><html><body><url><loc>/k</loc></url>', []],
    ['nothing of prose', 'Not found\nhttps://shop.example/l', []],
    [
      'an entity of its own unexpanded',
      '<!DOCTYPE u [<!ENTITY e "/m">]><urlset><url><loc>&e;</loc></url></urlset>',
      ['https://shop.example/maps/&e;'],
    ],
  ])('%s', (_what, text, expected) => {
    expect(urls(text)).toEqual(expected);
  });

  it('the date of a page and its own kind', () => {
    expect(readSitemap(`${HEAD}<url><loc>/a</loc><lastmod>2026-01-02</lastmod></url>`, HOME)).toEqual({
      kind: 'pages',
      entries: [{ url: 'https://shop.example/a', lastModified: '2026-01-02' }],
      truncated: false,
    });
    expect(readSitemap('<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>', HOME).kind).toBe('index');
    expect(readSitemap('<rss/>', HOME).kind).toBe('none');
    expect(readSitemap('', HOME).kind).toBe('none');
  });

  it('at most 50,000 entries, and says that it stopped', () => {
    const many = `${HEAD}${Array.from({ length: MAX_SITEMAP_ENTRIES + 10 }, (_, i) => `<url><loc>/${i}</loc></url>`).join('')}`;
    const sitemap = readSitemap(many, HOME);
    expect(sitemap.entries).toHaveLength(MAX_SITEMAP_ENTRIES);
    expect(sitemap.truncated).toBe(true);
  });
});

describe('hostile sitemaps', () => {
  const fill = (piece: string) => piece.repeat(Math.ceil(2_000_000 / piece.length));
  it.each([
    ['open comments', fill('<!-- ')],
    ['open CDATA', fill('<![CDATA[ ')],
    ['open tags', fill('<')],
    ['nesting', fill('<url>')],
    ['one long location', `<loc>${fill('a ')}`],
    ['ampersands', `<url><loc>${fill('&')}`],
    ['locations without a place', fill('<loc>/a</loc>')],
  ])('%s are read in bounded work', (_what, tail) => {
    expect(readSitemap(`<urlset>${tail}`, HOME).entries.length).toBeLessThanOrEqual(1);
  });

  it('any text gives a sitemap', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, xml) => {
        for (const { url } of readSitemap(xml ? `<urlset><url><loc>${text}` : text, HOME).entries) {
          expect(url).toMatch(/^https?:/);
        }
      }),
    );
  });
});

const CORPUS = '../shared/corpus/html/';
if (!existsSync(CORPUS)) console.log(`no ${CORPUS}: real sitemaps are not tried`);
describe.runIf(existsSync(CORPUS))('real sitemaps', () => {
  it.each([
    ['sitemaps/crawler-commons__sitemap.index-without-loc.xml', 'index', 15],
    ['sitemaps/2ffactorAgency__propertycleanupllc.com__sitemap_index.xml', 'index', 6],
    ['sitemaps/02-tech__imperialvolt.github.io__sitemap.xml', 'pages', 1],
    ['sitemaps/0ps__2fa__sitemap-index.xml', 'index', 3],
    ['sitemaps/AESEO1__staatic-adcert__page-sitemap.xml', 'pages', 2],
    ['sitemaps/AESEO1__staatic-adcert__sitemap_index.xml', 'index', 4],
    ['sites/mockupshot.online/sitemap.xml', 'pages', null],
    ['sitemaps/030375__new-gotmansait__sitemap.xml', 'pages', null],
  ])('%s is read whole', (file, kind, count) => {
    const text = readFileSync(CORPUS + file, 'utf8');
    const sitemap = readSitemap(text, HOME);
    expect(sitemap.kind).toBe(kind);
    expect(sitemap.entries).toHaveLength(count ?? text.split('</loc>').length - 1);
  });
});
