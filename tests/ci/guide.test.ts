import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const PATH = /`((?:src|packages|functions|bin|tests|supabase|\.ci)\/[\w./-]+)`/g;

const GUIDES = ['CONTRIBUTING.md', 'README.md', 'docs/operating.md', 'docs/security.md'];
const WAYS = ['docs/operating/one-machine.md', 'docs/operating/free-plans.md'];
const COMMANDED = [...GUIDES.slice(0, 3), ...WAYS];

const toText = (guide: string) => readFileSync(join(root, guide), 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
/** Returns anchors in GitHub's format. */
const listAnchors = (guide: string) =>
  [...toText(guide).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

it.each(COMMANDED)('finds every command in %s', (guide) => {
  const namesAfter = (program: RegExp) => [...toText(guide).matchAll(program)].map(([, name = '']) => name);
  const named = namesAfter(/npm run (?:--silent )?([\w:-]+)/g);
  expect(named).not.toEqual([]);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
  const commands = readdirSync(join(root, 'bin/commands'));
  expect(namesAfter(/npx directory ([\w-]+)/g).filter((name) => !commands.includes(`${name}.ts`))).toEqual([]);
});

it('keeps the package at 16 scripts, because `npx directory` runs the other commands', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(16);
});

it.each([...GUIDES, ...WAYS])('resolves every project link in %s to a file and heading', (guide) => {
  const links = [...toText(guide).matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|\.\.\/\.\.\/)([^)"\s]+)/g)];
  const broken = links.flatMap(([, link = '']) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? guide : join(dirname(guide), path);
    if (!existsSync(join(root, target))) return [link];
    return anchor === undefined || listAnchors(target).includes(anchor) ? [] : [link];
  });
  expect(broken).toEqual([]);
});

it.each(GUIDES)('finds every path in %s', (guide) => {
  const named = [...readFileSync(join(root, guide), 'utf8').matchAll(PATH)].map(([, path = '']) => path);
  expect(named).not.toEqual([]);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('names only settings of .env.example', () => {
  const known = toText('.env.example');
  const [, block = ''] = /```ini\n([\s\S]*?)```/.exec(toText('docs/operating.md')) ?? [];
  const named = [...block.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !known.includes(`#${name}=`))).toEqual([]);
});
