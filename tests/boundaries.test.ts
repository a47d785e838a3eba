import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|astro)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const files = [...sourceFiles('packages'), ...sourceFiles('src'), ...sourceFiles('functions'), ...sourceFiles('bin')];
const text = (file: string) => readFileSync(join(root, file), 'utf8');

/** Covers Astro files and globals, which `.dependency-cruiser.mjs` cannot check. */
describe('boundaries', () => {
  it('imports only from the same or a lower layer in pages and components', () => {
    const allowed =
      /^(src\/(pages|site|directory|content|ownership)\/|packages\/llmstxt\/src\/index\.ts$|src\/operations\/)/;
    const wrong = files
      .filter((file) => file.endsWith('.astro'))
      .flatMap((file) =>
        [...text(file).matchAll(/from '(\.[^']+)'/g)].flatMap(([, specifier = '']) => {
          const to = relative(root, resolve(root, dirname(file), specifier));
          return allowed.test(to) ? [] : [`${file} → ${to}`];
        }),
      );
    expect(wrong).toEqual([]);
  });

  it('limits access to the environment and process exit to one place per program', () => {
    const programs = new Set(['bin/directory.ts', 'packages/llmstxt/cli/main.ts', 'packages/llmstxt/action/action.ts']);
    const users = files.filter((file) => /\bprocess\.(exit|exitCode|env|argv)\b/.test(text(file)));
    expect(users.filter((file) => !programs.has(file))).toEqual([]);
    const exits = [...text('bin/directory.ts').matchAll(/\bprocess\.exit(Code)?\b/g)];
    expect(exits).toHaveLength(1);
  });
});
