import { generateDirectory } from './generate-directory.ts';

/** Statements that create `count` entries with a year of text, history and lookups. */
export function fillEntries(count: number): readonly string[] {
  return [...generateDirectory(count), ...GATHERED];
}

/**
 * The directory stores only points with a change, about twenty a year. A text of 8 kB, the real median, is compressed
 * to 2.4 kB.
 */
const GATHERED = [
  `insert into directory.texts
    select md5(domain), (select string_agg(sha256((domain || i)::bytea), '') from generate_series(1, 75) i)
    from directory.domains where status = 'valid'`,
  `insert into directory.files (domain, text_hash, bytes, broken)
    select domain, case when status = 'valid' then md5(domain) end, 8000, jsonb_build_object('rule info failed', 4)
    from directory.domains where status <> 'pending'`,
  `insert into directory.score_history (domain, day, at, status, authority, reach, trust, quality, freshness)
    select domain, date '2025-12-01' + i * 18, timestamptz '2025-12-01Z' + i * interval '18 days', status, authority, 1, 2, 3, 4
    from directory.domains, generate_series(1, 20) i where status <> 'pending'`,
  `insert into directory.lookups_by_day (domain, day, count)
    select domain, date '2026-11-01' + i, i from directory.domains, generate_series(1, 3) i where verified`,
  'vacuum analyze',
];
