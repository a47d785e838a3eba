import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseDomainName } from '../directory/domain-name.ts';
import { contentTag, textAnswer } from './respond.ts';
import type { WebAnswer, WebSource } from './web-source.ts';

const HEADERS_SUFFIX = '.headers.json';
const MANIFEST = 'manifest.tsv';

/** Fields of the connection or of a removed coding, which are not replayed. */
const NOT_REPLAYED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-encoding|content-length|content-md5|content-range|accept-ranges|date|age|set-cookie|alt-svc|x-crawler-.*)$/;

const recordedSchema = z.object({
  url: z.url({ protocol: /^https?$/ }).optional(),
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string(), z.string()).default({}),
});
type Recorded = z.infer<typeof recordedSchema>;

interface Recording {
  readonly file: string;
  readonly recorded: Recorded | null;
}

export interface Replay extends WebSource {
  /** Unused files, with reasons. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
}

/**
 * Serves a folder of recorded responses as a web. The domain of a body is given by `manifest.tsv` (column `domain`,
 * or `url`), by the `url` in its `*.headers.json`, or by its name: `site__<domain>.txt`, `<domain>.txt`, and
 * `full__<domain>.txt` for an llms-full.txt. URLs without a recording answer 403, because the real answer is unknown
 * and a 404 would mean absence.
 */
export async function readReplay(folder: string): Promise<Replay> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map((e) => e.name);
  const present = new Set(files);
  const rows = parseManifest(present.has(MANIFEST) ? await readFile(join(folder, MANIFEST), 'utf8') : '');
  const skipped: { file: string; reason: string }[] = [];
  const sites = new Map<string, Map<string, Recording>>();

  for (const file of files.sort()) {
    if (file.endsWith(HEADERS_SUFFIX) || file.endsWith('.tsv')) continue;
    const headersFile = `${file}${HEADERS_SUFFIX}`;
    const recorded = present.has(headersFile) ? parseRecorded(await readFile(join(folder, headersFile), 'utf8')) : null;
    const from = findPlace(file, rows.get(file), recorded);
    if (!from) {
      skipped.push({ file, reason: 'no file names its domain' });
      continue;
    }
    const site = sites.get(from.domain) ?? new Map<string, Recording>();
    sites.set(from.domain, site);
    if (site.has(from.path)) {
      skipped.push({ file, reason: `another file already answers for ${from.domain}${from.path}` });
      continue;
    }
    site.set(from.path, { file, recorded });
  }

  const findSite = (host: string) => sites.get(canonical(host) ?? '');
  return {
    skipped,
    names: () => [...sites.keys()].sort(),
    knows: (name) => findSite(name) !== undefined,
    records: (name) => (findSite(name) ? { a: 'origin', aaaa: [], txt: [] } : null),
    certificate: () => 'valid',
    async answer({ host, path }) {
      const site = findSite(host);
      if (!site) return textAnswer(404, 'No such site.\n');
      const recording = site.get(path);
      if (recording) return replayed(recording, await readFile(join(folder, recording.file)));
      // A missing robots.txt allows everything (RFC 9309, section 2.3.1.3).
      return path === '/robots.txt' ? textAnswer(404, 'Not found.\n') : textAnswer(403, 'Not recorded.\n');
    },
  };
}

function replayed({ recorded }: Recording, body: Uint8Array): WebAnswer {
  const headers = recorded
    ? Object.fromEntries(
        Object.entries(recorded.headers)
          .map(([name, value]) => [name.toLowerCase(), value] as const)
          .filter(([name]) => !NOT_REPLAYED.test(name)),
      )
    : { 'content-type': 'text/plain; charset=utf-8', etag: contentTag(body) };
  return { status: recorded?.status ?? 200, headers, body };
}

interface Row {
  readonly domain: string | undefined;
  readonly url: string | undefined;
}

function parseManifest(text: string): Map<string, Row> {
  const [header = '', ...lines] = text.split(/\r?\n/);
  const columns = header.split('\t');
  const cell = (cells: readonly string[], column: string) => {
    const value = cells[columns.indexOf(column)]?.trim();
    return value === '' ? undefined : value;
  };
  return new Map(
    lines.filter(Boolean).map((line) => {
      const cells = line.split('\t');
      return [cell(cells, 'file') ?? '', { domain: cell(cells, 'domain'), url: cell(cells, 'url') }];
    }),
  );
}

function parseRecorded(text: string): Recorded | null {
  try {
    return recordedSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

interface Place {
  readonly domain: string;
  readonly path: string;
}

/** Returns the place of a file. An entry in the manifest overrides the file name. An entry without a domain gives no place. */
function findPlace(file: string, row: Row | undefined, recorded: Recorded | null): Place | null {
  const url = URL.parse((row?.domain === undefined ? (row?.url ?? recorded?.url) : row.url) ?? '');
  if (url) return place(url.hostname, url.pathname);
  const named = row ? row.domain : /^(?:(?:site|full)__)?(.+)\.txt$/.exec(file)?.[1];
  // Split at `_`, because file names have it in place of `/` and no host contains it.
  const [host = ''] = (named ?? '').split(/[_/]/, 1);
  return place(host, file.startsWith('full__') ? '/llms-full.txt' : '/llms.txt');
}

function place(host: string, path: string): Place | null {
  const domain = canonical(host);
  return domain === null ? null : { domain, path };
}

/** Returns the canonical domain of a host, or null. Accepts reserved names, because a folder may contain invented sites. */
function canonical(host: string): string | null {
  const parsed = parseDomainName(host, { form: 'name', reserved: true });
  return parsed.ok ? parsed.domain : null;
}
