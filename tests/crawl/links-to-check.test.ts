import { expect, it } from 'vitest';
import { parse } from '#llmstxt';
import { linksToCheck } from '../../src/crawl/visit/links-to-check.ts';

const listLinks = (urls: readonly string[]) =>
  parse(`# T\n\n## A\n${urls.map((url) => `- [a](${url})\n`).join('')}`).links;
const choose = (urls: readonly string[]) => linksToCheck(listLinks(urls), { domain: 'a.example', chance: 0 });

it('takes distinct links of the site and of other sites, without fragments', () => {
  const urls = ['https://a.example/1#x', 'https://www.a.example/2', 'https://b.example/3', 'https://a.example/1#y'];
  expect(choose(urls)).toEqual({
    own: ['https://a.example/1', 'https://www.a.example/2'],
    foreign: ['https://b.example/3'],
  });
});

it.each(['mailto:a@a.example', 'https://a.example:8443/', 'ftp://a.example/', '/relative', 'https://a.example/{id}'])(
  'leaves out %s',
  (url) => {
    expect(choose([url])).toEqual({ own: [], foreign: [] });
  },
);

it('takes a random sample of many links', () => {
  const urls = Array.from({ length: 1_050 }, (_, i) => `https://a.example/${i}`);
  const links = listLinks(urls);
  const chosen = Array.from({ length: 50 }, (_, i) => linksToCheck(links, { domain: 'a.example', chance: i / 50 }).own);
  expect(chosen.map(({ length }) => length)).toEqual(Array(50).fill(200));
  expect(new Set(chosen[7]).size).toBe(200);
  expect(new Set(chosen.flat())).toEqual(new Set(urls));
});

it('keeps the few links of the site among many foreign ones', () => {
  const urls = Array.from({ length: 5_000 }, (_, i) => `https://b.example/${i}`);
  expect(choose([...urls, 'https://a.example/']).own).toEqual(['https://a.example/']);
});
