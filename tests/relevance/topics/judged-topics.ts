import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBody, parse } from '#llmstxt';
import { describeSite } from '../../../src/crawl/steps/describe-site.ts';
import { toSearchText } from '../../../src/search/search-text.ts';
import type { TopicInput } from '../../../src/topics/find-topics.ts';
import { CORPUS } from '../../llmstxt/corpus.ts';
import { readTsv } from '../../read-tsv.ts';

/** Site with manually judged topics. */
export interface JudgedSite {
  readonly facts: TopicInput;
  /** Main topic. Null if no topic fits. */
  readonly primary: string | null;
  /** All correct topics. */
  readonly right: ReadonlySet<string>;
}

const NOTHING = { title: null, summary: null, summary_source: null };

/** Reads the rows of topic-sites.tsv. */
export function readJudgedTopics() {
  const rows = readTsv(join(import.meta.dirname, 'topic-sites.tsv'));
  return rows.map(([domain = '', file = '', primary = '', also = '']) => {
    return { domain, file, primary: primary === 'none' ? null : primary, also: also.split(',').filter(Boolean) };
  });
}

/** Reads judged sites with their files. Returns no sites without the files. */
export function readJudgedSites(): readonly JudgedSite[] {
  return readJudgedTopics().flatMap(({ domain, file, primary, also }) => {
    const facts = readFacts(domain, file);
    if (facts === null) return [];
    return [{ facts, primary, right: new Set(primary === null ? also : [primary, ...also]) }];
  });
}

/** Splits sites into halves. The rules were written with the first half and are measured with the second. */
export function inHalves<Site>(sites: readonly Site[]): {
  readonly tuned: readonly Site[];
  readonly held: readonly Site[];
} {
  const middle = Math.ceil(sites.length / 2);
  return { tuned: sites.slice(0, middle), held: sites.slice(middle) };
}

/** Reads the site data of a visit from its file alone. */
function readFacts(domain: string, file: string): TopicInput | null {
  const path = join(CORPUS, 'llms', file);
  if (!existsSync(path)) return null;
  const { text } = decodeBody(new Uint8Array(readFileSync(path)));
  const document = parse(text, { url: `https://${domain}/llms.txt` });
  const { title, summary } = describeSite(domain, document, null, NOTHING);
  return { domain, title, summary, tags: [], ...toSearchText(text, document) };
}
