import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isUrl } from '../cli/input.ts';

const SKIPPED = ['**/node_modules/**', '**/.git/**'];

/**
 * Replaces patterns such as `docs/*.txt` with their files, because no shell does. Rejects without paths, and if a
 * pattern matches nothing, because a check of nothing would pass.
 */
export async function findPaths(lines: readonly string[], cwd: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const line of lines) {
    if (!/[*?[{]/.test(line) || isUrl(line) || existsSync(resolve(cwd, line))) {
      paths.push(line);
      continue;
    }
    const matches: string[] = [];
    for await (const path of glob(line, { cwd, exclude: SKIPPED })) matches.push(path);
    if (matches.length === 0) throw new Error(`path: no file matches ${line}`);
    paths.push(...matches.sort());
  }
  if (paths.length === 0) throw new Error('path is empty. Name the files, folders or URLs to check, one per line');
  return [...new Set(paths)];
}
