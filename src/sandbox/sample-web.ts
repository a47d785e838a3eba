import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expandPlaceholders } from './expand-placeholders.ts';
import { linkedPages } from './linked-pages.ts';
import { answerWith, textAnswer } from './respond.ts';
import { type Behavior, type SampleSite, sampleSiteSchema } from './sample-site.ts';
import type { NameRecords, WebAnswer, WebSource } from './web-source.ts';

/** Folder of the sample sites of a first start. */
export const SAMPLE_WEB = resolve(import.meta.dirname, '../../data/sample-web');

const SITE_FILE = 'site.json';
/** Media types by extension. Files with other extensions have no media type. */
const TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
};

export interface SampleWeb extends WebSource {
  readonly sites: readonly SampleSite[];
}

export interface SampleWebOptions {
  /** Folders of sites. Default: the sample web. */
  readonly folders?: readonly string[] | undefined;
  /** Returns the days by which the web is set back. Default: 0. */
  readonly daysAgo?: (() => number) | undefined;
}

type LoadedSite = Awaited<ReturnType<typeof loadSite>>;

/** Reads sample sites from one folder per domain, with `site.json` and the site's files. */
export async function readSampleWeb(options: SampleWebOptions = {}): Promise<SampleWeb> {
  const { folders = [SAMPLE_WEB], daysAgo = () => 0 } = options;
  const sites = (await Promise.all(folders.map(loadSites))).flat();
  const loaded = sites.toSorted((a, b) => (a.site.domain < b.site.domain ? -1 : 1));
  const byDomain = new Map(loaded.map((site) => [site.site.domain, site]));
  const findSite = (host: string) => byDomain.get(host) ?? byDomain.get(host.replace(/^www\./, ''));

  return {
    sites: loaded.map(({ site }) => site),
    names: () => [...byDomain.keys()],
    // Answer for every reserved name, so that names without a site do not exist.
    knows: (name) => name === 'example' || name.endsWith('.example'),
    records: (name) => findRecords(name, byDomain),
    certificate: (name) => findSite(name)?.site.certificate ?? 'valid',
    async answer({ host, scheme, path }) {
      const site = findSite(host);
      if (!site) return textAnswer(404, 'No such site.\n');
      const isWww = host !== site.site.domain;
      if (isWww && site.site.www === 'redirect') return redirectAnswer(301, `${scheme}://${site.site.domain}${path}`);
      return toAnswer(site, path, daysAgo());
    },
  };
}

async function loadSites(folder: string): Promise<LoadedSite[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const domains = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return await Promise.all(domains.map((domain) => loadSite(folder, domain)));
}

async function loadSite(folder: string, domain: string) {
  const root = join(folder, domain);
  const parsed = sampleSiteSchema.safeParse(JSON.parse(await readFile(join(root, SITE_FILE), 'utf8')));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${domain}/${SITE_FILE}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'malformed'}`);
  }
  const site: SampleSite = { ...parsed.data, domain };
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Map<string, Uint8Array>();
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== SITE_FILE) files.set(path.slice(root.length + 1), await readFile(path));
  }
  const times = [site.paths, ...site.past.map(({ paths }) => paths)];
  for (const { file, expand } of times.flatMap((paths) => Object.values(paths))) {
    if (file === undefined) continue;
    const bytes = files.get(file);
    if (!bytes) throw new Error(`${domain}/${SITE_FILE}: no file ${file}`);
    if (expand) files.set(file, Buffer.from(expandPlaceholders(Buffer.from(bytes).toString('utf8'))));
  }
  const texts = times.map((paths) => paths['/llms.txt']?.file ?? 'llms.txt');
  const linked = new Map(
    [...new Set(texts)].flatMap((name) => {
      const llmsTxt = files.get(name);
      return llmsTxt ? [...linkedPages(llmsTxt, domain)] : [];
    }),
  );
  return { site, files, linked };
}

function findRecords(name: string, sites: ReadonlyMap<string, LoadedSite>): NameRecords | null {
  const domain = [...sites.keys()].find((candidate) => name === candidate || name.endsWith(`.${candidate}`));
  const site = domain === undefined ? undefined : sites.get(domain)?.site;
  if (!domain || !site || site.dns.missing) return null;
  const label = name.slice(0, -domain.length).replace(/\.$/, '');
  const txt = (site.dns.txt[label] ?? []).map((text) => inStrings(text));
  if (label === '' && site.www === 'only') return { a: [], aaaa: [], txt };
  if (label === '' || (label === 'www' && site.www !== 'absent')) {
    return { a: site.dns.a ?? 'origin', aaaa: site.dns.aaaa, txt };
  }
  return txt.length > 0 ? { a: [], aaaa: [], txt } : null;
}

/** Splits a TXT record into strings of at most 255 bytes (RFC 1035, section 3.3). The sample's records are ASCII. */
const inStrings = (text: string) => text.match(/.{1,255}/gs) ?? [''];

function toAnswer({ site, files, linked }: LoadedSite, path: string, daysAgo: number): WebAnswer {
  const behavior = findBehavior(site, path, daysAgo);
  const linkedPage = linked.get(path);
  const base =
    toBody(behavior, files) ??
    fileAnswer(fileFor(path, files), files) ??
    (linkedPage && answerWith(200, linkedPage.type, Buffer.from(linkedPage.body)));
  if (!behavior) return base ?? notFound(files);
  const answer = behavior.redirect
    ? redirectAnswer(behavior.status ?? 302, behavior.redirect)
    : { ...(base ?? textAnswer(behavior.status ?? 404, '')), status: behavior.status ?? base?.status ?? 404 };
  return {
    ...answer,
    headers: mergeHeaders(answer.headers, behavior.headers),
    ...(behavior.delay_ms ? { delayMs: behavior.delay_ms } : {}),
    ...(behavior.fault ? { fault: behavior.fault } : {}),
  };
}

/** Returns the behavior of a path today, or some days ago. */
function findBehavior({ paths, past }: SampleSite, path: string, daysAgo: number): Behavior | undefined {
  const ended = past.filter(({ until_days_ago: until }) => until < daysAgo);
  const then = ended.toSorted((a, b) => b.until_days_ago - a.until_days_ago)[0];
  return then?.paths[path] ?? paths[path];
}

function toBody(behavior: Behavior | undefined, files: ReadonlyMap<string, Uint8Array>): WebAnswer | null {
  if (behavior?.text !== undefined) return textAnswer(200, behavior.text);
  return behavior?.file === undefined ? null : fileAnswer(behavior.file, files);
}

/** Finds a file like plain web servers: the file, the index of a folder, or the page without its extension. */
function fileFor(path: string, files: ReadonlyMap<string, Uint8Array>): string | undefined {
  const name = path.slice(1);
  const candidates = path.endsWith('/') ? [`${name}index.html`] : [name, `${name}.html`, `${name}/index.html`];
  return candidates.find((candidate) => files.has(candidate));
}

function fileAnswer(name: string | undefined, files: ReadonlyMap<string, Uint8Array>): WebAnswer | null {
  const body = name === undefined ? undefined : files.get(name);
  if (name === undefined || !body) return null;
  return answerWith(200, TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream', body);
}

function notFound(files: ReadonlyMap<string, Uint8Array>): WebAnswer {
  const page = fileAnswer('404.html', files);
  return page ? { ...page, status: 404 } : textAnswer(404, 'Not found.\n');
}

const redirectAnswer = (status: number, location: string): WebAnswer => ({
  status,
  headers: { location },
  body: new Uint8Array(),
});

function mergeHeaders(
  headers: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const merged = { ...headers, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
