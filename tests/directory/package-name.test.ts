import { describe, expect, it } from 'vitest';
import { parsePackageName } from '../../src/directory/package-name.ts';

describe('name of a package', () => {
  it.each([
    ['pkg:npm/zod', 'pkg:npm/zod', 'zod'],
    ['npm:zod', 'pkg:npm/zod', 'zod'],
    ['PKG:NPM/zod', 'pkg:npm/zod', 'zod'],
    [' npm:zod ', 'pkg:npm/zod', 'zod'],
    ['pkg://npm/zod', 'pkg:npm/zod', 'zod'],
    ['pkg:npm/zod@4.1.0', 'pkg:npm/zod', 'zod'],
    ['pkg:npm/zod@4.1.0?repository_url=x#src', 'pkg:npm/zod', 'zod'],
    ['pkg:npm/%40scope/name', 'pkg:npm/%40scope/name', '@scope/name'],
    ['pkg:npm/%40scope/name@1.0.0', 'pkg:npm/%40scope/name', '@scope/name'],
    ['pkg:npm/@scope/name', 'pkg:npm/%40scope/name', '@scope/name'],
    ['npm:@scope/name@^1', 'pkg:npm/%40scope/name', '@scope/name'],
    ['npm:JSONStream', 'pkg:npm/JSONStream', 'JSONStream'],
    ['npm:lodash.get', 'pkg:npm/lodash.get', 'lodash.get'],
    ['pkg:pypi/Tea_Leaf.Green', 'pkg:pypi/tea-leaf-green', 'tea-leaf-green'],
    ['pypi:httpx', 'pkg:pypi/httpx', 'httpx'],
    ['cargo:serde_json', 'pkg:cargo/serde_json', 'serde_json'],
  ])('reads %s as %s', (text, purl, name) => {
    expect(parsePackageName(text)).toMatchObject({ purl, name });
    expect(parsePackageName(purl)).toEqual(parsePackageName(text));
  });

  it.each([
    '',
    'zod',
    'npm/zod',
    'pkg:zod',
    'pkg:gem/rails',
    'pkg:npm/',
    'pkg:npm/.zod',
    'pkg:npm/..',
    'pkg:npm/a b',
    'pkg:npm/a/b',
    'pkg:npm/%40scope',
    'pkg:npm/%E0%A4%A',
    'pkg:npm/a%2Fb',
    'pkg:pypi/-x',
    'pkg:pypi/a/../b',
    'pkg:cargo/1serde',
    `npm:${'x'.repeat(215)}`,
    'https://example.com/',
    'npm:8080/x',
  ])('does not read %s', (text) => {
    expect(parsePackageName(text)).toBeNull();
  });
});
