/**
 * Returns statements that create `count` generated domains from a seed, in steps of `STEP` rows. Words are log-uniform, like in
 * real text: the first word is in nearly every row, and most words are in few rows. Authority is skewed: a third of the rows
 * has almost 0. 5 % are verified, a tenth is unlisted, and a twentieth is pending. `common` is in every third row. With
 * `documents`, searches find sites by their records. Without `documents`, searches find sites by name until `fillTexts` adds
 * files.
 */
export function generateDirectory(count: number, { documents = true } = {}): readonly string[] {
  const statements = [WORD, `select setseed(0.42)`];
  for (let from = 1; from <= count; from += STEP) {
    statements.push(rows(from, Math.min(count, from + STEP - 1)));
    if (documents) statements.push(DOCUMENTS);
  }
  statements.push('drop function directory.bench_word()', 'select directory.fold_counter_changes()');
  for (const table of [
    'domains',
    'profiles',
    'search_documents',
    'crawl',
    'counters',
    'counter_changes',
    'listed_tags',
  ])
    statements.push(`vacuum analyze directory.${table}`);
  return statements;
}

const STEP = 20_000;
const VOCABULARY = 20_000;

/** Returns word number `n` of the vocabulary, as `bench_word` spells it. */
export function wordNumber(n: number): string {
  const hex = ((n * 7919) % 65_536).toString(16).padStart(4, '0');
  return [...hex].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('') + NO_SUFFIX;
}

const LETTERS = 'aeioubdgklmnprst';
/** Suffix that is not an English suffix, so that each word equals its stem. */
const NO_SUFFIX = 'k';
const WORD = `
  create function directory.bench_word() returns text language sql volatile as $$
    select translate(lpad(to_hex((floor(power(${VOCABULARY}, random()))::int * 7919) % 65536), 4, '0'), '0123456789abcdef',
      '${LETTERS}') || '${NO_SUFFIX}'
  $$`;

const words = (count: number) => Array.from({ length: count }, () => 'directory.bench_word()').join(` || ' ' || `);

/** Words of records, like in the program. */
const DOCUMENTS = `
  update directory.search_documents s set words_version = 1, words = w.words || array_to_tsvector(
    '@' || s.domain || array(select '=' || l.lexeme from unnest(w.words) l))
  from directory.profiles p join directory.domains d on d.domain = p.domain, lateral (select
    setweight(to_tsvector('simple', translate(p.domain, '.', ' ') || ' ' || coalesce(p.title, '')), 'A')
    || setweight(to_tsvector('simple', concat_ws(' ', p.summary, array_to_string(d.tags, ' '))), 'B') as words offset 0) w
  where p.domain = s.domain and s.words_version is null`;

const rows = (from: number, to: number) => `
  with drawn as materialized (
    select i, directory.bench_word() || directory.bench_word() || i || '.com' as domain, random() as fate, random() as luck,
      floor(power(random(), 4) * 101)::smallint as authority, ${words(3)} as title,
      ${words(20)} || case when random() < 0.33 then ' common' else '' end as summary, directory.bench_word() as tag
    from generate_series(${from}, ${to}) i
  ), scored as (
    insert into directory.domains (domain, status, tier, authority, verified, tags, country, country_basis, language_code,
      size_class, reach, trust, quality, freshness, score_version)
    select domain, case when fate < 0.05 then 'pending' when fate < 0.1 then 'invalid' else 'valid' end,
      case when fate < 0.05 then null when fate < 0.15 then 'unlisted' when authority >= 70 then 'featured' else 'listed' end,
      case when fate >= 0.05 then authority end, luck < 0.05, case when luck < 0.05 then array[tag] else '{}' end,
      case when fate < 0.6 then chr(65 + i % 26) || chr(65 + i % 7) end, 'cctld', case when i % 3 > 0 then 'en' else 'de' end,
      case i % 4 when 0 then 'large' when 1 then 'small' else 'medium' end, 10, 80, 90, 100, 1
    from drawn
  ), described as (
    insert into directory.profiles (domain, verified_at, llms_txt, title, summary, sections, links, first_seen)
    select domain, case when luck < 0.05 then timestamptz '2026-01-01Z' end, 'https://' || domain || '/llms.txt',
      case when fate >= 0.05 then title end, case when fate >= 0.05 then summary end, 5, 40,
      timestamptz '2026-01-01Z' + i * interval '1 second'
    from drawn
  )
  insert into directory.crawl (domain, due_at, priority, last_checked)
  select domain, timestamptz '2026-03-01Z' + random() * interval '14 days', 4,
    timestamptz '2026-02-01Z' + random() * interval '14 days'
  from drawn`;
