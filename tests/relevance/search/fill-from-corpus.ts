import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from '../../../packages/llmstxt/src/index.ts';
import { describeSite } from '../../../src/crawl/steps/describe-site.ts';
import { toSearchText } from '../../../src/search/search-text.ts';
import { type Row, toRow } from '../../../src/site/content/row.ts';
import type { Store } from '../../../src/store/store.ts';
import { LISTED } from '../../store/sample-visit.ts';
import { visitAll } from '../../store/visit-all.ts';

const CORPUS = new URL('../../../../shared/corpus/llms/', import.meta.url);
const PER_PAGE = 100;
const NOTHING = { title: null, summary: null, summary_source: null };

export interface RealSite {
  readonly domain: string;
  readonly text: string;
}

/** Reads real files by domain. Returns null without the folder. */
export function readRealSites(): readonly RealSite[] | null {
  const manifest = new URL('manifest.tsv', CORPUS);
  if (!existsSync(manifest)) return null;
  const [head = '', ...lines] = readFileSync(manifest, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  const sites = new Map<string, RealSite>();
  for (const line of lines) {
    const cells = line.split('\t');
    const domain = (cells[columns.indexOf('domain')] ?? '').toLowerCase().replace(/^www\./, '');
    const file = cells[columns.indexOf('file')] ?? '';
    if (domain === '' || sites.has(domain)) continue;
    sites.set(domain, { domain, text: readFileSync(new URL(file, CORPUS), 'utf8') });
  }
  return [...sites.values()];
}

/** Fills a directory with these sites like visits, all with one score. */
export async function fillFromCorpus(store: Store, sites: readonly RealSite[], now: number): Promise<void> {
  const texts = new Map(sites.map(({ domain, text }) => [domain, text]));
  await visitAll(store, [...texts.keys()], now, (domain) => {
    const text = texts.get(domain) ?? '';
    const document = parse(text, { url: `https://${domain}/llms.txt` });
    const llms_txt = `https://${domain}/llms.txt`;
    const next = { ...LISTED, llms_txt, ...describeSite(domain, document, null, NOTHING) };
    const stored = { hash: hash('sha256', text), body: text };
    return [next, { text: stored, searchText: toSearchText(text, document) }];
  });
  await store.countWords();
}

/** Reads list rows of the sites. */
export async function readRows(store: Store): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { results } = await store.list({ page, perPage: PER_PAGE, includeUnlisted: false, verified: false });
    rows.push(...results.map(toRow));
    if (results.length < PER_PAGE) return rows;
  }
}
