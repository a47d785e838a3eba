import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      engines: z.looseObject({ node: z.string().optional() }).optional(),
    }),
  ),
});
const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
const rootSchema = z.object({
  engines: z.object({ node: z.string() }),
  dependencies: z.record(z.string(), z.string()),
});
const { engines, dependencies } = rootSchema.parse(JSON.parse(read('package.json')));

/** Node versions that the packages of a running server accept. */
const ranges = Object.entries(packages)
  // Optional packages are builds for other platforms.
  .filter(([path, { dev, optional }]) => path.startsWith('node_modules/') && !dev && !optional)
  .flatMap(([, { engines: required }]) => required?.node ?? []);

describe('the range of supported Node versions', () => {
  it('starts at the oldest version that every locked package accepts', () => {
    const least = ranges
      .map((range) => semver.minVersion(range)?.version ?? '0.0.0')
      .toSorted(semver.compare)
      .at(-1);
    expect(engines.node).toBe(`>=${least?.replace(/\.0$/, '')}`);
    for (const range of ranges) expect(semver.satisfies(least ?? '', range), range).toBe(true);
  });

  it('includes the Node version of the packages', () => {
    const brought = dependencies['node'] ?? '';
    expect(semver.satisfies(brought, engines.node)).toBe(true);
    for (const range of ranges) expect(semver.satisfies(brought, range), range).toBe(true);
  });

  it('includes the Node version of the container, the workflows and the action', () => {
    const major = String(semver.major(dependencies['node'] ?? ''));
    expect(read('docs/operating/Containerfile')).toContain(`/node:${major}-`);
    expect(parse(read('action.yml')).runs.using).toBe(`node${major}`);
    for (const file of ['crawl', 'deploy', 'publish']) {
      const versions = [...read(`.github/workflows/${file}.yml`).matchAll(/node-version: (\d+)/g)].map(
        ([, one]) => one,
      );
      expect(new Set(versions), file).toEqual(new Set([major]));
    }
  });
});
