import { z } from 'zod';
import { DirectoryError } from '../../directory/errors.ts';
import { MAX_PACKAGE_CHARACTERS, type PackageName, parsePackageName } from '../../directory/package-name.ts';
import {
  type PackageCandidate,
  type PackageLink,
  type PackageResolution,
  resolvePackage,
} from '../../directory/package-resolution.ts';
import type { PageQuery } from '../../store/pages.ts';
import type { Visitor } from '../caller.ts';
import type { DomainRules } from '../domain-param.ts';
import type { UsesStore } from '../uses-store.ts';
import { parsePageParam } from './page-param.ts';

export const packageText = z
  .string({ error: 'must be a package URL' })
  .max(MAX_PACKAGE_CHARACTERS, `must have at most ${MAX_PACKAGE_CHARACTERS} characters`)
  .describe('Package URL (purl) of npm, PyPI or crates.io, such as pkg:npm/zod. A version does not matter.')
  .meta({ examples: ['pkg:npm/zod'] });

/**
 * Returns the links of each package in order, or the reason without them: `DirectoryError` package.unknown,
 * package.pending, registry.unreachable, rate.limited or service.busy.
 */
export type PackageReads = (
  packages: readonly PackageName[],
  visitor: Visitor,
) => Promise<readonly (readonly PackageLink[] | DirectoryError)[]>;

export interface PackageDeps extends DomainRules, UsesStore<'findPages'> {
  readonly readPackages: PackageReads;
}

/** Parses a package. Throws `DirectoryError` package.invalid. */
export function parsePackageParam(text: string, pointer: string): PackageName {
  const parsed = parsePackageName(text);
  if (parsed !== null) return parsed;
  const detail = 'must be a package URL of npm, pypi or cargo, such as pkg:npm/zod';
  throw new DirectoryError(
    'package.invalid',
    'This is not a package URL of npm, PyPI or crates.io. Write one like pkg:npm/zod.',
    {
      violations: [{ pointer, detail }],
    },
  );
}

/** Finds the llms.txt of each package in order. For a package without an answer, returns the reason. */
export async function resolvePackages(
  packages: readonly PackageName[],
  deps: PackageDeps,
  visitor: Visitor,
): Promise<readonly (PackageResolution | DirectoryError)[]> {
  const answers = await deps.readPackages(packages, visitor);
  const links = answers.flatMap((answer) => (answer instanceof DirectoryError ? [] : answer));
  const candidates = await findCandidates(links, deps);
  return answers.map((answer, at) => {
    if (answer instanceof DirectoryError) return answer;
    const own = answer.flatMap(({ via, url }) => ({ ...EMPTY, ...candidates.get(url), via, url }));
    return resolvePackage(packages[at]?.purl ?? '', own);
  });
}

type Place = Pick<PackageCandidate, 'page' | 'domain' | 'sites'>;
const EMPTY: Place = { page: null, domain: null, sites: [] };

async function findCandidates(links: readonly PackageLink[], deps: PackageDeps): Promise<Map<string, Place>> {
  const urls = [...new Set(links.map(({ url }) => url))];
  const queries = urls.flatMap((url) => {
    const query = findPageQuery(url, deps);
    return query === null ? [] : [{ url, query }];
  });
  const places = new Map<string, Place>();
  for (let at = 0; at < queries.length; at += MAX_PAGES) {
    const part = queries.slice(at, at + MAX_PAGES);
    const sitesOfPages = await deps.store.findPages(part.map(({ query }) => query));
    part.forEach(({ url, query: { page, domains } }, place) => {
      places.set(url, { page, domain: domains[0] ?? null, sites: sitesOfPages[place] ?? [] });
    });
  }
  return places;
}

/** Most pages per call of the store. */
const MAX_PAGES = 100;

function findPageQuery(url: string, rules: DomainRules): PageQuery | null {
  try {
    return parsePageParam(url, '', rules);
  } catch (error) {
    if (error instanceof DirectoryError) return null;
    throw error;
  }
}

/** Finds the llms.txt of a package. Rejects with package.invalid, or with the reason if there is no answer. */
export async function resolvePackageText(
  text: string,
  deps: PackageDeps,
  visitor: Visitor,
): Promise<PackageResolution> {
  const [answer] = await resolvePackages([parsePackageParam(text, '/package')], deps, visitor);
  if (answer === undefined || answer instanceof DirectoryError) throw answer;
  return answer;
}
