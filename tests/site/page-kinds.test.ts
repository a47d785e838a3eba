import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAILED, KINDS } from '../e2e/page-kinds.ts';

const PAGES = join(import.meta.dirname, '../../src/pages');
/** Routes whose pages need the steps of an owner or no path of their own, and which browser tests open. */
const WITHOUT_PATH = ['claimed', '404', 'problem'];

const routes = globSync('**/*.astro', { cwd: PAGES })
  .map((file) => file.replace(/\.astro$/, ''))
  .filter((route) => !WITHOUT_PATH.includes(route));

/** Returns a pattern of the paths of a route, such as `/domain/[domain]`. */
function toPattern(route: string): RegExp {
  const path = route
    .replace(/(?:^|\/)index$/, '')
    .replace(/\/?\[\.{3}\w+\]/, '(?:/.+)?')
    .replace(/\[\w+\]/g, '[^/]+');
  return new RegExp(`^/${path}$`);
}

describe('list of page kinds in browser tests', () => {
  it.each(routes)('contains a page of the route %s', (route) => {
    const paths = [...KINDS, ...Object.keys(FAILED)].map((path) => path.replace(/\?.*$/, ''));
    expect(paths.filter((path) => toPattern(route).test(path))).not.toEqual([]);
  });
});
