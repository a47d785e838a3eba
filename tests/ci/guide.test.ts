import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const PATH = /`((?:src|packages|functions|bin|tests|supabase|\.ci)\/[\w./-]+)`/g;

it.each(['CONTRIBUTING.md', 'README.md', 'docs/operating.md', 'docs/security.md'])(
  'every path that %s names exists',
  (guide) => {
    const named = [...readFileSync(join(root, guide), 'utf8').matchAll(PATH)].map(([, path = '']) => path);
    expect(named).not.toEqual([]);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);
