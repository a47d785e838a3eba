import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const toName = (folder: string): string => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name;

it('matches the published package names everywhere', () => {
  const published = ['packages/llmstxt', 'packages/astro-llmstxt'].map(toName).toSorted();
  const pattern = '@[a-z0-9-]+/(astro-)?llmstxt\\b';
  const found = execFileSync('git', ['grep', '-ohE', pattern, '--', '.', ':!package-lock.json'], { cwd: root });
  expect([...new Set(found.toString().trim().split('\n'))].toSorted()).toEqual(published);
});
