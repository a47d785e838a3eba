/**
 * A directory of `count` invented domains, made by the database itself from a seed, in steps of `STEP` rows.
 * Words are drawn log-uniformly, as in real text: the first is in nearly every row, most are in a few of them; authority is skewed
 * (a third of the rows has next to none), 5 % are verified, a tenth is unlisted, a twentieth not crawled yet; `online` is in every third row.
 */
export function generateDirectory(count: number): readonly string[] {
  const statements = [WORD, `select setseed(0.42)`];
  for (let from = 1; from <= count; from += STEP) {
    const to = Math.min(count, from + STEP - 1);
    statements.push(rows(from, to));
  }
  statements.push(
    CRAWL,
    'drop function directory.bench_word()',
    'vacuum analyze directory.domains',
    'vacuum analyze directory.crawl',
  );
  for (const table of ['shelf_counts', 'position_counts', 'tagged'])
    statements.push(`vacuum analyze directory.${table}`);
  return statements;
}

/** What the end of every run does: terms that many domains have get bitmaps. */
export const LEARN_TERMS: readonly string[] = [
  `do $$ begin while directory.learn_terms(200000)::int > 0 loop end loop; end $$`,
  'vacuum analyze directory.terms',
  'vacuum analyze directory.bitmaps',
  'vacuum analyze directory.numbers',
];

const STEP = 20_000;
const VOCABULARY = 20_000;

/** Word number `n` of the vocabulary, as `bench_word` spells it. */
export function wordNumber(n: number): string {
  const hex = ((n * 7919) % 65_536).toString(16).padStart(4, '0');
  return [...hex].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('');
}

const LETTERS = 'aeioubdgklmnprst';
const WORD = `
  create function directory.bench_word() returns text language sql volatile as $$
    select translate(lpad(to_hex((floor(power(${VOCABULARY}, random()))::int * 7919) % 65536), 4, '0'), '0123456789abcdef', '${LETTERS}')
  $$`;

const words = (count: number) => Array.from({ length: count }, () => 'directory.bench_word()').join(` || ' ' || `);

const rows = (from: number, to: number) => `
  insert into directory.domains (domain, status, tier, authority, verified, verified_at, llms_txt, title, summary, tags, country, country_basis,
    sections, links, first_seen, reach, trust, quality, freshness, score_version)
  select d.domain, case when d.fate < 0.05 then 'pending' when d.fate < 0.1 then 'invalid' else 'valid' end,
    case when d.fate < 0.05 then null when d.fate < 0.15 then 'unlisted' when d.authority >= 70 then 'featured' else 'listed' end,
    case when d.fate < 0.05 then null else d.authority end, d.luck < 0.05, case when d.luck < 0.05 then timestamptz '2026-01-01Z' end,
    'https://' || d.domain || '/llms.txt', case when d.fate >= 0.05 then ${words(3)} end,
    case when d.fate >= 0.05 then ${words(20)} || case when random() < 0.33 then ' online' else '' end end,
    case when d.luck < 0.05 then array[directory.bench_word()] else '{}' end, case when d.fate < 0.6 then chr(65 + d.i % 26) || chr(65 + d.i % 7) end,
    'cctld', 5, 40, timestamptz '2026-01-01Z' + d.i * interval '1 second', 10, 80, 90, 100, 1
  from (select i, directory.bench_word() || directory.bench_word() || i || '.com' as domain, random() as fate, random() as luck,
      floor(power(random(), 4) * 101)::smallint as authority
    from generate_series(${from}, ${to}) i) d`;

const CRAWL = `
  insert into directory.crawl (domain, due_at, priority, last_checked)
  select domain, timestamptz '2026-03-01Z' + random() * interval '14 days', 4, timestamptz '2026-02-01Z' + random() * interval '14 days'
  from directory.domains`;
