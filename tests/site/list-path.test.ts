import { expect, it } from 'vitest';
import { readFeedPath, readListPath } from '../../src/site/content/list-path.ts';

const ai = { by: 'topic', value: 'ai' };
const germany = { by: 'country', value: 'DE' };

it.each([
  ['/browse', null, 'authority', 1],
  ['/browse/7', null, 'authority', 7],
  ['/browse/newest', null, 'newest', 1],
  ['/topics/ai', ai, 'authority', 1],
  ['/topics/ai/quality', ai, 'quality', 1],
  ['/topics/ai/3', ai, 'authority', 3],
  ['/browse/country/de', germany, 'authority', 1],
  ['/browse/country/de/changed/2', germany, 'changed', 2],
  ['/browse/language/pt', { by: 'language', value: 'pt' }, 'authority', 1],
  ['/browse/generator/rank-math', { by: 'generator', value: 'rank-math' }, 'authority', 1],
  ['/browse/size/small', { by: 'size', value: 'small' }, 'authority', 1],
  ['/browse/tier/listed/2', { by: 'tier', value: 'listed' }, 'authority', 2],
  ['/browse/llms-full/newest', { by: 'has_full', value: 'true' }, 'newest', 1],
  ['/browse/markdown/2', { by: 'has_markdown', value: 'true' }, 'authority', 2],
])('reads %s', (path, facet, sort, page) => expect(readListPath(path)).toEqual({ facet, sort, page }));

it.each([
  '/',
  '/topics',
  '/topics/nothing',
  '/browse/1',
  '/browse/07',
  '/browse/0',
  '/browse/-1',
  '/browse/2.5',
  '/browse/1e+21',
  '/browse/2147483648',
  '/topics/ai/-1',
  '/browse/x',
  '/browse/authority',
  '/browse/tags',
  '/browse/tag/boats',
  '/browse/tier/rejected',
  '/browse/country',
  '/browse/country/DE',
  '/browse/country/deu',
  '/browse/size/huge',
  '/browse/newest/changed',
  '/browse/',
  '/browse/2/',
  '/browser',
])('finds no list at %s', (path) => expect(readListPath(path)).toBeNull());

it('reads the feeds of topics and countries', () => {
  expect(readFeedPath('/topics/ai/feed.xml')).toEqual(ai);
  expect(readFeedPath('/browse/country/de/feed.xml')).toEqual(germany);
  for (const path of ['/topics/ai/newest/feed.xml', '/browse/feed.xml', '/browse/language/en/feed.xml', '/feed.xml'])
    expect(readFeedPath(path)).toBeNull();
});
