import { lint } from '#llmstxt';
import { packText } from '../../src/store/packed-text.ts';
import { countBroken } from '../../src/store/stored-file.ts';
import { aResponse } from '../directory/a-site.ts';
import { createEmptyDatabase } from '../store/embedded-test-store.ts';

const LINES = 90;
/** Number of different files. A site has a separate copy of its file. */
const FILES = 500;
/** Interval of links without notes. A file has four, because real files have about four findings. */
const EVERY_BARE = 25;
const STEP = 10_000;
const NUMBER = '0000000';
const URL_OF_FILE = 'https://site.example/llms.txt';
const RESPONSE = aResponse({
  url: URL_OF_FILE,
  headers: { 'content-type': 'text/plain; charset=utf-8', etag: '"5f1c"', 'cache-control': 'max-age=600' },
});

const text = (seed: number): string => {
  const lines = [`# Site ${NUMBER}`, '', `> What site ${seed} offers, to whom, and what it does not cover at all.`];
  for (let item = 0; item < LINES; item++) {
    if (item % 8 === 0) lines.push('', `## Section ${item}`, '');
    const notes = item % EVERY_BARE === 0 ? '' : `: what it says about subject ${item * seed}`;
    lines.push(`- [Page ${item} of ${seed}](https://site.example/docs/${item})${notes}`);
  }
  return `${lines.join('\n')}\n`;
};

/** Creates a file with the stored data of a visit. */
function toVisit(seed: number) {
  const body = text(seed);
  const { quality, assessment, findings } = lint({ body, url: URL_OF_FILE, response: RESPONSE });
  const bytes = Buffer.byteLength(body);
  return {
    seed,
    packed: packText(body),
    quality,
    broken: countBroken(findings),
    seen: {
      url: URL_OF_FILE,
      is_borrowed: false,
      links: assessment?.links ?? null,
      quality_version: assessment?.version ?? null,
      findings: [],
    },
    bytes,
    evidence: toEvidence(bytes),
  };
}

function toEvidence(bytes: number) {
  const { url, finalUrl: final_url, chain, status, failure, headers } = RESPONSE;
  const seen = { at: '2026-02-01T00:00:00.000Z', duration_ms: 120, not_modified: false, bytes, robots: 'allowed' };
  return { ...seen, url, final_url, chain, status, failure, headers };
}

/**
 * Fills `folder` with the embedded database of `count` valid sites, each with a different text of the median real size.
 * @returns average bytes of a text
 */
export async function fillVisits(folder: string, count: number): Promise<number> {
  const files = Array.from({ length: FILES }, (_, seed) => toVisit(seed));
  const db = await createEmptyDatabase(`file://${folder}`);
  await db.exec(
    `create temporary table files (seed int, packed text, quality int, broken jsonb, seen jsonb, bytes int, evidence jsonb)`,
  );
  await db.query('insert into files select * from json_populate_recordset(null::files, $1)', [JSON.stringify(files)]);
  for (let from = 0; from < count; from += STEP) await db.exec(rows(from, Math.min(count, from + STEP) - 1));
  await db.exec('vacuum analyze');
  await db.close();
  return files.reduce((sum, { bytes }) => sum + bytes, 0) / FILES;
}

const rows = (from: number, to: number) => `
  begin;
  create temporary table numbered on commit drop as
    select 'site' || lpad(i::text, 7, '0') || '.example' as domain, md5(i::text) as hash, lpad(i::text, 7, '0') as number, i % ${FILES} as seed
    from generate_series(${from}, ${to}) i;
  insert into directory.domains (domain, status, tier, authority, reach, trust, quality, freshness, score_version)
    select domain, 'valid', 'listed', 40, 0, 80, quality, 40, 2 from numbered join files using (seed);
  insert into directory.profiles (domain, llms_txt, title, first_seen)
    select domain, '${URL_OF_FILE}', 'Site ' || number, timestamptz '2026-01-01Z' from numbered;
  insert into directory.crawl (domain, due_at, priority, last_checked, content_hash, evidence)
    select domain, timestamptz '2026-03-01Z', 4, timestamptz '2026-02-01Z', hash, evidence || jsonb_build_object('hash', hash)
    from numbered join files using (seed);
  insert into directory.texts (hash, packed) select hash, decode(packed, 'base64') from numbered join files using (seed);
  insert into directory.files (domain, text_hash, bytes, broken, seen)
    select domain, hash, bytes, broken, seen from numbered join files using (seed);
  commit`;
