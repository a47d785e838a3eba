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

/** What `.dependency-cruiser.mjs` cannot see: Astro files, and words that are no imports. */
describe('boundaries', () => {
  it('pages and components import from their own floor and lower ones only', () => {
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

  it('only programs exit a process, and only they hand over its environment', () => {
    const isProgram = (file: string) => /^(bin\/[^/]+|packages\/llmstxt\/(cli\/main|action\/action))\.ts$/.test(file);
    const users = files.filter((file) => /\bprocess\.(exit|env)\b/.test(text(file)) && !isProgram(file));
    expect(users).toEqual([]);
  });
});
