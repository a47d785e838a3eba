import { cutText } from '#llmstxt';
import type { SiteSummary } from '../directory/detail.ts';
import type { PublicFacts } from '../directory/record.ts';

/** A domain as one line of a list. */
export interface Row extends RecordRow, DetailRow {}

/** What no record says. */
interface DetailRow {
  /** ISO 639, without region and script. */
  readonly language: string | null;
  readonly quality: number | null;
  /** When the file last changed. */
  readonly changed_at: string | null;
  /** Whether visits have found pages that it offers as Markdown. */
  readonly has_markdown: boolean;
  /** The names of its first sections, where nothing else says what the site is about. */
  readonly section_names: readonly string[];
}

type RecordRow = Pick<
  PublicFacts,
  | 'domain'
  | 'title'
  | 'summary'
  | 'description'
  | 'status'
  | 'tier'
  | 'authority'
  | 'verified'
  | 'verified_at'
  | 'tags'
  | 'topics'
  | 'llms_full_txt'
  | 'country'
  | 'rank'
  | 'links'
  | 'generator'
  | 'llms_txt'
  | 'first_seen'
>;

/** Longest text of a row: lists, feeds and the search index carry no more of it. */
const MAX_TEXT_CHARACTERS = 300;

const NOT_KNOWN: DetailRow = {
  language: null,
  quality: null,
  changed_at: null,
  has_markdown: false,
  section_names: [],
};

/** The row of a domain of which more than the record is known. */
export function rowOf({
  facts,
  language,
  components,
  content_changed_at,
  section_names,
  has_markdown,
}: Omit<SiteSummary, 'score_version' | 'failure'>): Row {
  const isDescribed = facts.description !== null || facts.summary !== null;
  return {
    ...toRow(facts),
    language,
    quality: components.quality,
    changed_at: content_changed_at,
    has_markdown,
    section_names: isDescribed ? [] : section_names,
  };
}

/** The row as most files take it: what only lists in other orders show changes no other file. */
export function plainRow(row: Row): Row {
  return { ...row, language: null, quality: null, changed_at: null, has_markdown: false };
}

/** The row of a domain of which only the record is known. */
export function toRow(facts: PublicFacts): Row {
  return {
    ...NOT_KNOWN,
    domain: facts.domain,
    title: clip(facts.title),
    summary: clip(facts.summary),
    description: clip(facts.description),
    status: facts.status,
    tier: facts.tier,
    authority: facts.authority,
    verified: facts.verified,
    verified_at: facts.verified_at,
    tags: facts.tags,
    topics: facts.topics,
    llms_full_txt: facts.llms_full_txt,
    country: facts.country,
    rank: facts.rank,
    links: facts.links,
    generator: facts.generator,
    llms_txt: facts.llms_txt,
    first_seen: facts.first_seen,
  };
}

type Ranked = Pick<Row, 'verified' | 'authority' | 'domain'>;

/** The order of every list: verified first, then authority, then name. */
export function compareRows(a: Ranked, b: Ranked): number {
  if (a.verified !== b.verified) return a.verified ? -1 : 1;
  const byAuthority = (b.authority ?? -1) - (a.authority ?? -1);
  if (byAuthority !== 0) return byAuthority;
  return a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0;
}

/** True for what lists, search, sitemap and feeds show. */
export function isShown(row: { readonly tier: Row['tier'] }): boolean {
  return row.tier === 'featured' || row.tier === 'listed';
}

/** True for what our own llms.txt lists. */
export function isVerifiedSite({ verified, tier }: Pick<Row, 'verified' | 'tier'>): boolean {
  return verified && tier !== 'rejected';
}

function clip(text: string | null): string | null {
  return text === null ? null : cutText(text, MAX_TEXT_CHARACTERS);
}
