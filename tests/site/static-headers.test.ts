import { expect, it } from 'vitest';
import { createSecurityFields } from '../../functions/http/pipeline/security-fields.ts';
import { renderStaticHeaders } from '../../src/site/content/feeds/static-headers.ts';
import { HASHED, HASHED_CACHE } from '../../src/site/hashed-files.ts';

/** Returns the fields of a path on static hosts: the fields of all matching rules, joined by commas. */
function listFields(file: string, path: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const rule of file.trim().split('\n\n')) {
    const [pattern = '', ...lines] = rule.split('\n');
    const source = pattern
      .replace(/[.+?^$()[\]{}|]/g, '\\$&')
      .replaceAll('*', '.*')
      .replace(/:\w+/g, '[^/]+');
    if (!new RegExp(`^${source}$`).test(path)) continue;
    for (const line of lines) {
      const [, name = '', value = ''] = /^ {2}([a-z-]+): (.+)$/.exec(line) ?? [];
      fields[name] = name in fields ? `${fields[name]}, ${value}` : value;
    }
  }
  return fields;
}

it.each([
  '/',
  '/domain/example.com',
  '/domain/example.com.json',
  '/llms.txt',
  '/_astro/page.4f2a.css',
  '/pagefind/0123456789abcdef/pagefind.js',
  '/data/latest.json',
  '/data/2026-11-20/domains.csv.gz',
])('gives %s the headers of the service', (path) => {
  for (const baseUrl of ['https://directory.example', 'http://localhost:8080']) {
    expect(listFields(renderStaticHeaders(baseUrl), path)).toEqual({
      ...createSecurityFields(baseUrl).page,
      'access-control-allow-origin': '*',
      ...(HASHED.test(path) && { 'cache-control': HASHED_CACHE }),
    });
  }
});

it.each([
  ['/feed.xml', 'application/atom+xml; charset=utf-8'],
  ['/topics/data/feed.xml', 'application/atom+xml; charset=utf-8'],
  ['/domain/example.com/feed.json', 'application/feed+json; charset=utf-8'],
  ['/domain/a.feed.json', undefined],
])('gives %s the media type %s', (path, type) => {
  expect(listFields(renderStaticHeaders('https://directory.example'), path)['content-type']).toBe(type);
});

it('gives the speculation rules their media type', () => {
  const file = renderStaticHeaders('https://directory.example');
  expect(listFields(file, '/ahead.speculationrules')).toMatchObject({
    'content-type': 'application/speculationrules+json',
    'strict-transport-security': expect.stringContaining('max-age='),
  });
});
