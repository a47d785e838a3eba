import { execFileSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/**
 * Downloads packages into npm's cache once, and returns their folder `node_modules`. These packages are large or have
 * platform-specific parts.
 */
export function cachedPackages(...packages: readonly string[]): string {
  const names = packages.map((name) => `--package=${name}`);
  const print = [
    'exec',
    '--yes',
    '--ignore-scripts',
    '--prefer-offline',
    ...names,
    '--call',
    'node -p process.env.PATH',
  ];
  const [bin] = execFileSync('npm', print, { encoding: 'utf8' })
    .split(delimiter)
    .filter((folder) => folder.includes('_npx'));
  if (bin === undefined) throw new Error('npm gave no folder of packages');
  return dirname(bin.trim());
}
