import { z } from 'zod';
import { isInScope, type PageAddress, parsePageAddress } from './page-address.ts';
import { type PageSite, type Resolution, resolutionSchema, resolvePage } from './resolution.ts';

/** Types of links of a package, in the tested order. */
const PACKAGE_LINKS = ['llms', 'homepage', 'documentation', 'repository'] as const;

export const packageLinkSchema = z.object({ via: z.enum(PACKAGE_LINKS), url: z.string() });
export type PackageLink = z.infer<typeof packageLinkSchema>;

const REASONS = ['unlistable', 'untracked', 'uncovered', 'shared_host'] as const;

export const packageResolutionSchema = z.object({
  package: z.string().describe('The package URL (purl), without a version.'),
  via: z.enum(PACKAGE_LINKS).nullable().describe('Link of the package that led to the file. Null without a file.'),
  candidates: z
    .array(
      packageLinkSchema.extend({
        domain: z.string().nullable().describe('Null if the address belongs to no domain that can be listed.'),
        file: z
          .string()
          .nullable()
          .describe('The llms.txt that covers this URL, or for a homepage the main file of its domain.'),
        reason: z
          .enum(REASONS)
          .nullable()
          .describe(
            'Reason without a file. `unlistable`: the address belongs to no listable domain. `untracked`: the domain is not in the directory. `uncovered`: no file of the site covers the address. `shared_host`: the host has pages of many projects, and no file below its root covers the address.',
          ),
      }),
    )
    .describe('Links of the package in its registry, in the tested order.'),
  file: resolutionSchema.shape.file.describe(
    'The llms.txt of the first candidate with a file. Null if there is no file.',
  ),
  domain: z.string().nullable().describe('The domain of the file.'),
  entry: resolutionSchema.shape.entry.describe('Line of the file with the URL of that candidate.'),
  markdown: resolutionSchema.shape.markdown.describe('Markdown version of that candidate.'),
});
export type PackageResolution = z.infer<typeof packageResolutionSchema>;

/** Link of a package with the tracked sites that may contain its page. */
export interface PackageCandidate extends PackageLink {
  /** Null if the URL belongs to no domain that can be listed. */
  readonly page: PageAddress | null;
  readonly domain: string | null;
  readonly sites: readonly PageSite[];
}

/**
 * Hosts of code, packages and their documents. Pages of such hosts belong to many projects, so a file at the root of
 * the host says nothing about a package.
 */
const SHARED_HOSTS: ReadonlySet<string> = new Set([
  'github.com',
  'gist.github.com',
  'raw.githubusercontent.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'gitee.com',
  'sr.ht',
  'git.sr.ht',
  'sourceforge.net',
  'launchpad.net',
  'dev.azure.com',
  'opendev.org',
  'npmjs.com',
  'npmjs.org',
  'jsr.io',
  'unpkg.com',
  'jsdelivr.com',
  'cdn.jsdelivr.net',
  'pypi.org',
  'pypi.python.org',
  'pythonhosted.org',
  'crates.io',
  'docs.rs',
  'lib.rs',
  'huggingface.co',
  'medium.com',
  'dev.to',
]);

/** Resolves the links of a package in order. The first link with a file wins. */
export function resolvePackage(name: string, candidates: readonly PackageCandidate[]): PackageResolution {
  const tried = candidates.map((candidate) => ({ candidate, ...resolveCandidate(candidate) }));
  const best = tried.find(({ file }) => file !== null);
  return {
    package: name,
    via: best?.candidate.via ?? null,
    candidates: tried.map(({ candidate: { via, url, domain }, file, reason }) => {
      return { via, url, domain, file: file?.url ?? null, reason };
    }),
    file: best?.file ?? null,
    domain: best?.resolution?.domain ?? null,
    entry: best?.resolution?.entry ?? null,
    markdown: best?.resolution?.markdown ?? null,
  };
}

interface ResolvedCandidate {
  readonly resolution: Resolution | null;
  readonly file: Resolution['file'];
  readonly reason: PackageResolution['candidates'][number]['reason'];
}

function resolveCandidate({ via, url, page, sites }: PackageCandidate): ResolvedCandidate {
  if (page === null) return { resolution: null, file: null, reason: 'unlistable' };
  const resolution = resolvePage(page, url, sites);
  const file = resolution?.file ?? findMainFile(page, url, sites);
  // Treat every host of a repository as shared, because it has many projects.
  const isShared = via === 'repository' || SHARED_HOSTS.has(page.place.split('/', 1)[0] ?? '');
  if (isShared && !isCoveredBelowRoot(page, file)) return { resolution, file: null, reason: 'shared_host' };
  if (resolution === null) return { resolution, file, reason: 'untracked' };
  return { resolution, file, reason: file === null ? 'uncovered' : null };
}

/** Returns the main file of a domain for its homepage, because the file may be in a folder such as `/docs/`. */
function findMainFile(page: PageAddress, url: string, sites: readonly PageSite[]): Resolution['file'] {
  const main = page.url.pathname === '/' ? parsePageAddress(sites[0]?.file ?? '') : null;
  return main && (resolvePage(main, url, sites)?.file ?? null);
}

function isCoveredBelowRoot(page: PageAddress, file: Resolution['file']): boolean {
  if (file === null || !isInScope(page, file.scope)) return false;
  return parsePageAddress(file.scope)?.url.pathname !== '/';
}
