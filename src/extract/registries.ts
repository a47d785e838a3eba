import { z } from 'zod';
import type { PackageName, Registry } from '../directory/package-name.ts';
import type { PackageLink } from '../directory/package-resolution.ts';
import { parsePageAddress } from '../directory/page-address.ts';
import { parseJson } from '../directory/parse-json.ts';

/** Public document of a registry about a package. */
interface RegistryDocument {
  urlOf(name: string): string;
  readonly schema: z.ZodType<Record<PackageLink['via'], readonly (string | undefined)[]>>;
}

/**
 * Most values in a document. Each value needs memory, and a thread without memory ends the process. The largest documents of PyPI
 * have 300,000.
 */
const MAX_VALUES = 500_000;
/** Most links of a package. A document of PyPI may repeat a label in several spellings. */
const MAX_LINKS = 10;

const text = z.string().optional().catch(undefined);
const texts = z.record(z.string(), z.unknown()).catch({});

const DOCUMENTS: Readonly<Record<Registry, RegistryDocument>> = {
  /** Package.json of a version (https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md). */
  npm: {
    urlOf: (name) => `https://registry.npmjs.org/${name.replace('/', '%2F')}/latest`,
    schema: z
      .object({
        llms: text,
        homepage: text,
        documentation: text,
        repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).catch(''),
      })
      .transform(({ llms, homepage, documentation, repository }) => ({
        llms: [llms],
        homepage: [homepage],
        documentation: [documentation],
        repository: [repository],
      })),
  },
  /** See https://docs.pypi.org/api/json/. */
  pypi: {
    urlOf: (name) => `https://pypi.org/pypi/${name}/json`,
    schema: z
      .object({ info: z.object({ home_page: text, docs_url: text, project_urls: texts }) })
      .transform(({ info: { home_page, docs_url, project_urls } }) => {
        const labeled = (...labels: string[]) =>
          Object.entries(project_urls).flatMap(([label, url]) =>
            typeof url === 'string' && labels.includes(normalizeLabel(label)) ? [url] : [],
          );
        return {
          llms: labeled('llms', 'llmstxt'),
          homepage: [...labeled('homepage'), home_page],
          documentation: [...labeled('documentation', 'docs'), docs_url],
          repository: labeled('source', 'repository', 'sourcecode', 'github'),
        };
      }),
  },
  /** See https://crates.io/data-access. */
  cargo: {
    urlOf: (name) => `https://crates.io/api/v1/crates/${name}?include=default_version`,
    schema: z
      .object({ crate: z.object({ homepage: text, documentation: text, repository: text }) })
      .transform(({ crate: { homepage, documentation, repository } }) => ({
        llms: [],
        homepage: [homepage],
        documentation: [documentation],
        repository: [repository],
      })),
  },
};

/** Returns the URL of the registry's document about a package. */
export function toDocumentUrl({ registry, name }: PackageName): string {
  return DOCUMENTS[registry].urlOf(name);
}

export interface DocumentToRead {
  readonly registry: Registry;
  readonly body: Uint8Array;
}

/** Returns the links of a package in a registry's document, or null if the document has another form. */
export function readRegistryDocument({ registry, body }: DocumentToRead): readonly PackageLink[] | null {
  if (!hasFewValues(body)) return null;
  const parsed = DOCUMENTS[registry].schema.safeParse(parseJson(Buffer.from(body).toString('utf8')));
  if (!parsed.success) return null;
  const { llms, homepage, documentation, repository } = parsed.data;
  const links = [
    ...toLinks('llms', llms),
    ...toLinks('homepage', homepage),
    ...toLinks('documentation', documentation),
    ...toLinks('repository', repository.map(toWebAddress)),
  ];
  const byPage = Map.groupBy(links, ({ url }) => parsePageAddress(url)?.key);
  return [...byPage.values()].flatMap(([first]) => first ?? []).slice(0, MAX_LINKS);
}

/** Counts the characters that begin a list or an object, or end a value. Returns false if there are too many. */
function hasFewValues(body: Uint8Array): boolean {
  let values = 0;
  for (const byte of body) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values += 1;
  return values <= MAX_VALUES;
}

function toLinks(via: PackageLink['via'], urls: readonly (string | undefined)[]): PackageLink[] {
  return urls.flatMap((url) => {
    const page = /^https?:\/\//i.test(url?.trim() ?? '') ? parsePageAddress(url ?? '') : null;
    return page === null ? [] : [{ via, url: page.url.href }];
  });
}

/**
 * Normalizes a label: removes punctuation, spaces and case
 * (https://packaging.python.org/specifications/well-known-project-urls/).
 */
function normalizeLabel(label: string): string {
  return label.replace(/[\p{P}\s]/gu, '').toLowerCase();
}

const HOSTS = { github: 'github.com', gitlab: 'gitlab.com', bitbucket: 'bitbucket.org' };

/**
 * Returns the web page of a repository written as `git+https://…`, `git@host:…`, `github:owner/name` or `owner/name`, without a user name and
 * without the port of SSH.
 */
function toWebAddress(address: string | undefined): string {
  const plain = (address ?? '')
    .trim()
    .replace(/^git\+/, '')
    .replace(/#.*$/, '')
    .replace(/\.git\/?$/, '');
  const short = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(plain);
  if (short) return `https://${HOSTS[short[1] as keyof typeof HOSTS] ?? HOSTS.github}/${short[2]}`;
  return plain
    .replace(/^(?:(?:git|ssh):\/\/(?:[\w.-]+@)?|git@)([\w.-]+)(?::\d+(?=\/))?[:/]/, 'https://$1/')
    .replace(/^https?:\/\/(?:[^/@]*@)?/i, 'https://');
}
