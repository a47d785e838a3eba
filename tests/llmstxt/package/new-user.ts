import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    engineTarball: string;
  }
}

/** Environment of a new user with this Node, without npm's script settings. Older Nodes reject some Node options. */
export const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'NODE_OPTIONS'),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
};

/** Runs `npm` in a folder. npm sends no request for packages in its cache. */
export function npm(args: readonly string[], cwd: string): string {
  const all = [...args, '--prefer-offline', '--no-audit', '--no-fund'];
  return execFileSync('npm', all, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Packs a package of the repository into a folder, and returns the path of the tarball. */
export function pack(name: string, folder: string): string {
  const root = resolve(import.meta.dirname, '../../..');
  const [packed] = JSON.parse(npm(['pack', '-w', `packages/${name}`, '--json', '--pack-destination', folder], root));
  return join(folder, packed.filename);
}

/** Packs the engine once for all files of the suite. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  provide('engineTarball', pack('llmstxt', folder));
  return () => rmSync(folder, { recursive: true, force: true });
}
