import { parse } from '#llmstxt';
import { describeSite } from '../../src/crawl/steps/describe-site.ts';
import { documentWords } from '../../src/search/document-words.ts';
import { toSearchText } from '../../src/search/search-text.ts';
import { packText } from '../../src/store/packed-text.ts';
import { mulberry32 } from '../mulberry32.ts';
import { readRealSites } from '../relevance/search/fill-from-corpus.ts';
import type { Query } from './bench-database.ts';

/** Number of different files. Several sites share a file. */
const MAX_FILES = 5_000;
const MIN_SITES_PER_FILE = 4;
const FILES_PER_CALL = 200;
/** Documents per statement. */
const SITES_PER_CALL = 20_000;

/** Returns the text of file number `n`, which mixes the lines of two real files. */
export type TextAt = (n: number) => string;

export function createTexts(): TextAt {
  const real = readRealSites()?.map(({ text }) => text.split('\n'));
  if (real === undefined) throw new Error('this bench needs the folder of real files next to the project');
  return (n) => mixTexts(real, n);
}

/** Returns the title of the first file, and every other line of both files. */
function mixTexts(files: readonly (readonly string[])[], n: number): string {
  const random = mulberry32(n);
  const any = () => files[Math.floor(random() * files.length)] ?? [];
  const [first, second] = [any(), any()];
  const half = (lines: readonly string[]) => lines.filter((line) => /^#|^>/.test(line) || random() < 0.5);
  return [...half(first), '', ...half(second).filter((line) => !/^# |^>/.test(line))].join('\n');
}

/** Gives each visited domain a file and search words, then builds the word list. */
export async function fillTexts(query: Query, textAt: TextAt, count: number): Promise<void> {
  const distinct = Math.min(MAX_FILES, Math.ceil(count / MIN_SITES_PER_FILE));
  await query(
    'create table directory.bench_files (n serial primary key, packed text, words tsvector, title text, summary text)',
  );
  for (let from = 0; from < distinct; from += FILES_PER_CALL) {
    const files = Array.from({ length: Math.min(FILES_PER_CALL, distinct - from) }, (_, at) =>
      toFile(textAt(from + at)),
    );
    await query(
      `insert into directory.bench_files (packed, words, title, summary)
       select f.packed, ts_delete(f.words, '@'), f.title, f.summary
       from jsonb_to_recordset($1::jsonb) f (packed text, words tsvector, title text, summary text)`,
      [JSON.stringify(files)],
    );
  }
  await query(
    `insert into directory.texts (hash, packed) select n::text, decode(packed, 'base64') from directory.bench_files`,
  );
  await query(`
    create table directory.bench_sites as select domain, row_number() over (order by md5(domain)) as i
    from directory.domains where status <> 'pending'`);
  const { rows } = await query('select max(i)::int as sites from directory.bench_sites');
  const site = `from directory.bench_sites b join directory.bench_files f on f.n = b.i % ${distinct} + 1`;
  await query(`insert into directory.files (domain, text_hash) select b.domain, f.n::text ${site}`);
  await query(`
    update directory.profiles p set title = f.title, summary = f.summary ${site} where p.domain = b.domain`);
  for (let from = 0; from <= Number(rows[0]?.['sites']); from += SITES_PER_CALL) {
    await query(
      `update directory.search_documents s set words_version = 1,
         words = directory.name_words(s.domain) || setweight(to_tsvector('simple', translate(s.domain, '.', ' ')), 'A') || f.words
       ${site} where s.domain = b.domain and b.i > $1 and b.i <= $1 + ${SITES_PER_CALL}`,
      [from],
    );
    // Vacuum like autovacuum, so that later writes reuse the space.
    await query('vacuum directory.search_documents');
  }
  await query('drop table directory.bench_files, directory.bench_sites');
  await query('vacuum analyze');
}

/** Creates the stored data of a file, without the domain. */
function toFile(text: string) {
  const document = parse(text, { url: 'https://site.example/llms.txt' });
  const nothing = { title: null, summary: null, summary_source: null };
  const { title, summary } = describeSite('site.example', document, null, nothing);
  const record = { domain: '', title, summary, description: null, tags: [] };
  return { packed: packText(text), title, summary, words: documentWords(record, toSearchText(text, document)) };
}
