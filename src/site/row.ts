import type { PublicFacts } from '../directory/record.ts';

/** A domain as one line of a list. */
export type Row = Pick<
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
  | 'country'
  | 'rank'
  | 'links'
  | 'llms_txt'
  | 'first_seen'
>;

/** Longest text of a row: lists, feeds and the search index carry no more of it. */
const MAX_TEXT_CHARACTERS = 300;

export function toRow(facts: PublicFacts): Row {
  return {
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
    country: facts.country,
    rank: facts.rank,
    links: facts.links,
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
  if (text === null || text.length <= MAX_TEXT_CHARACTERS) return text;
  // A cut between the halves of a surrogate pair would leave a character that is none.
  return `${text.slice(0, MAX_TEXT_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
