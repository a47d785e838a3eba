import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Scan {
  readonly outputBytes: number;
  /** Number of secrets by kind. */
  readonly secrets: Readonly<Record<string, number>>;
  readonly leaks: readonly { readonly kind: string; readonly from: string }[];
}

/** Length of the shortest recorded secret. Shorter values occur by chance, such as `https://a.example/`. */
const SHORTEST_SECRET = 8;

/** Searches all recorded outputs for all recorded secrets (tests/outputs/record.ts). The result contains no secret. */
export function scanOutputs(folder: string): Scan {
  const kinds = new Map<string, string>();
  for (const file of listFiles(join(folder, 'secrets'))) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [kind = '', value = ''] = line.split('\t');
      if (value.length < SHORTEST_SECRET) continue;
      for (const spelt of [value, encodeURIComponent(value)]) kinds.set(spelt, kind);
    }
  }
  const secrets: Record<string, number> = {};
  for (const kind of kinds.values()) secrets[kind] = (secrets[kind] ?? 0) + 1;
  const outputs = listFiles(join(folder, 'outputs'));
  const leaks = kinds.size === 0 ? [] : suspects(folder, [...kinds.keys()]).flatMap((file) => leaksIn(file, kinds));
  return { outputBytes: outputs.reduce((sum, file) => sum + statSync(file).size, 0), secrets, leaks };
}

/** Finds files with a secret by grep, which is fast for thousands of patterns. */
function suspects(folder: string, values: readonly string[]): readonly string[] {
  const patterns = join(folder, 'patterns');
  writeFileSync(patterns, `${values.join('\n')}\n`, { mode: 0o600 });
  const flags = ['--recursive', '--fixed-strings', '--text', '--files-with-matches', '--file', patterns];
  const { status, stdout, stderr } = spawnSync('grep', [...flags, join(folder, 'outputs')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
  if (status !== 0 && status !== 1) throw new Error(`grep cannot look: ${stderr}`);
  return stdout.split('\n').filter((file) => file !== '');
}

function leaksIn(file: string, kinds: ReadonlyMap<string, string>): Scan['leaks'] {
  const sections = readFileSync(file, 'utf8').split('\n=== ');
  return sections.flatMap((section) => {
    const from = section.slice(0, section.indexOf('\n'));
    return [...kinds].flatMap(([value, kind]) => (section.includes(value) ? [{ kind, from }] : []));
  });
}

function listFiles(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : [];
}
