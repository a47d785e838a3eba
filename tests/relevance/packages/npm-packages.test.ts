import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_PROGRESS } from '../../../functions/visits/site-visits.ts';
import { domainOfUrl } from '../../../src/directory/domain-name.ts';
import { parsePackageName } from '../../../src/directory/package-name.ts';
import { readRegistryDocument } from '../../../src/extract/registries.ts';
import { resolvePackages } from '../../../src/operations/resolve/resolve-package.ts';
import { toPageSite } from '../../directory/page-site.ts';

/**
 * Popular packages of npm. The URLs were recorded with `npm view` on 2026-11-27. The last column, written by hand with the URLs
 * in view, names the sites on which the maintainers document the package. An empty column means that the readme is the only
 * document.
 */
const PACKAGES = readLines('npm-packages.tsv').map((line) => {
  const [name = '', llms, homepage, documentation, repository, sites = ''] = line.split('\t');
  return { name, document: { llms, homepage, documentation, repository }, sites: sites.split(',').filter(Boolean) };
});
/** Files of sites by domain, as known in 2026. */
const KNOWN = new Map(readLines('../../../data/known-sites.csv').map((line) => line.split(',') as [string, string]));

function readLines(path: string): string[] {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
}

/** Resolves all packages in a directory. `fileOf` returns the file of a domain, or null. */
async function resolveAll(fileOf: (domain: string) => string | null) {
  const answers = await resolvePackages(
    PACKAGES.flatMap(({ name }) => parsePackageName(`npm:${name}`) ?? []),
    {
      baseUrl: 'https://directory.example',
      reservedNames: false,
      store: {
        findPages: async (queries) =>
          queries.map(({ page }) => {
            const domain = domainOfUrl(page.url.href);
            return fileOf(domain) === null ? [] : [toPageSite(domain, { file: fileOf(domain) })];
          }),
      },
      readPackages: async () =>
        PACKAGES.map(
          ({ document }) =>
            readRegistryDocument({ registry: 'npm', body: Buffer.from(JSON.stringify(document)) }) ?? [],
        ),
    },
    { network: '192.0.2.1', progress: NO_PROGRESS },
  );
  const results = answers.map((answer, at) => {
    if (answer instanceof Error) throw answer;
    const { name = '', sites = [] } = PACKAGES[at] ?? {};
    return { name, sites, domain: answer.domain };
  });
  const listNames = (matching: typeof results) => matching.map(({ name }) => name);
  return {
    right: listNames(results.filter(({ domain, sites }) => domain !== null && sites.includes(domain))),
    wrong: listNames(results.filter(({ domain, sites }) => domain !== null && !sites.includes(domain))),
    /** Packages without an answer although the directory has a file of the site. */
    missed: listNames(results.filter(({ domain, sites }) => domain === null && sites.some((site) => fileOf(site)))),
    without: listNames(results.filter(({ domain, sites }) => domain === null && !sites.some((site) => fileOf(site)))),
  };
}

describe('resolution of 76 popular npm packages', () => {
  it('finds the file of each project or no file', async () => {
    const { right, wrong, missed, without } = await resolveAll((domain) => KNOWN.get(domain) ?? null);
    expect(PACKAGES).toHaveLength(76);
    expect(wrong).toEqual([]);
    // These packages name only their repository.
    expect(missed).toEqual([
      '@supabase/supabase-js',
      'stripe',
      '@anthropic-ai/sdk',
      'langchain',
      '@langchain/core',
      'redis',
      '@angular/core',
      'dotenv',
      'expo',
      'elysia',
    ]);
    expect([right.length, without.length]).toEqual([21, 45]);
  });

  it('never finds the file of a host of many projects', async () => {
    const { right, wrong, missed } = await resolveAll((domain) => `https://${domain}/llms.txt`);
    expect(wrong).toEqual([]);
    // These packages name only their repository.
    expect(missed).toHaveLength(21);
    expect(right).toHaveLength(50);
  });
});
