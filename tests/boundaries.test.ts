import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|astro)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function importsOf(file: string): { specifier: string; typeOnly: boolean }[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
  );
  return [...found].map((m) => ({ specifier: m[2] ?? m[3] ?? '', typeOnly: m[1] !== undefined }));
}

/** The folder that a relative import reaches, as `src/store`; a package's name otherwise. */
function target(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(root, resolve(root, dirname(file), specifier));
}

const files = [...sourceFiles('src'), ...sourceFiles('functions')];
const edges = files.flatMap((file) =>
  importsOf(file).map((found) => ({ file, ...found, to: target(file, found.specifier) })),
);
const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** Which of our folders each folder may import from; itself is always allowed. */
const ALLOWED: Record<string, readonly string[]> = {
  'src/llmstxt': [],
  'src/directory': ['src/llmstxt'],
  'src/store': ['src/directory', 'src/llmstxt', 'supabase'],
  'src/operations': ['src/store', 'src/directory', 'src/llmstxt', 'src/site/urls.ts', 'src/site/verification.ts'],
  'src/site': ['src/directory', 'src/llmstxt'],
  'src/pages': ['src/site', 'src/directory', 'src/llmstxt'],
  'functions/net': ['src/directory', 'src/llmstxt'],
  'functions/page': ['src/directory', 'src/llmstxt'],
  'functions/crawl': [
    'src/directory',
    'src/llmstxt',
    'src/store',
    'functions/net',
    'functions/page',
    'functions/log.ts',
  ],
};

describe('import directions', () => {
  for (const [folder, allowed] of Object.entries(ALLOWED)) {
    it(`${folder} imports from ${allowed.join(', ') || 'nothing of ours'} only`, () => {
      const wrong = edges.filter(
        ({ file, specifier, to }) =>
          isIn(file, folder) && specifier.startsWith('.') && !isIn(to, folder) && !allowed.some((ok) => isIn(to, ok)),
      );
      expect(wrong.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([]);
    });
  }

  it('the engine needs no package at all', () => {
    const packages = edges.filter(({ file, specifier }) => isIn(file, 'src/llmstxt') && !specifier.startsWith('.'));
    expect(packages.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([]);
  });

  it('only the store’s client imports supabase-js', () => {
    const importers = edges.filter(({ specifier, typeOnly }) => specifier.startsWith('@supabase/') && !typeOnly);
    expect([...new Set(importers.map(({ file }) => file))]).toEqual(['src/store/supabase-store.ts']);
  });

  it('only pages, components and the content configuration touch astro:*', () => {
    const wrong = edges.filter(
      ({ file, specifier }) =>
        specifier.startsWith('astro:') && !file.startsWith('src/pages/') && !/\.astro$|content\.config\.ts$/.test(file),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('nothing imports a program', () => {
    const programs = new Set(files.filter((file) => /^functions\/[^/]+\.ts$/.test(file) && isProgram(file)));
    expect(programs.size).toBeGreaterThan(2);
    expect(edges.filter(({ to }) => programs.has(to)).map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
  });

  it('only programs exit a process, and only the environment reads process.env', () => {
    const exits = files.filter(
      (file) => /\bprocess\.exit\b/.test(readFileSync(join(root, file), 'utf8')) && !isProgram(file),
    );
    expect(exits).toEqual([]);
    const readers = files.filter(
      (file) => /\bprocess\.env\b/.test(readFileSync(join(root, file), 'utf8')) && !isProgram(file),
    );
    expect(readers).toEqual([]);
  });
});

/** A program is started by a script of package.json or by action.yml, and runs on import. */
function isProgram(file: string): boolean {
  const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  const commands = [...Object.values(scripts), readFileSync(join(root, 'action.yml'), 'utf8')];
  return commands.some((command) => command.includes(file));
}
