import { cutText } from '#llmstxt';
import type { SiteSummary } from '../../directory/detail.ts';
import type { PublicFacts } from '../../directory/record.ts';
import { type Row, rowSchema } from './row-schema.ts';

export type { Row };

/** Longest text of a row in lists, feeds and the search index. */
const MAX_TEXT_CHARACTERS = 300;

const NOT_KNOWN = {
  language: null,
  quality: null,
  changed_at: null,
  has_markdown: false,
  section_names: [],
};

/** Creates the row of a domain with further data. */
export function toFullRow(summary: Omit<SiteSummary, 'score_version' | 'failure'>): Row {
  const { facts, language, components, content_changed_at, section_names, has_markdown } = summary;
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

/** Returns the part of a row that all orders share. Data of other orders does not affect this part. */
export function plainRow(row: Row): Row {
  return { ...row, language: null, quality: null, changed_at: null, has_markdown: false };
}

export function toRow(facts: PublicFacts): Row {
  const texts = { title: clip(facts.title), summary: clip(facts.summary), description: clip(facts.description) };
  return rowSchema.parse({ ...NOT_KNOWN, ...facts, ...texts });
}

type Ranked = Pick<Row, 'verified' | 'authority' | 'domain'>;

/** Compares rows in list order: verified first, then authority, then name. */
export function compareRows(a: Ranked, b: Ranked): number {
  return (
    Number(b.verified) - Number(a.verified) ||
    (b.authority ?? -1) - (a.authority ?? -1) ||
    (a.domain < b.domain ? -1 : Number(a.domain > b.domain))
  );
}

/** Reports whether lists, search, sitemap and feeds show the site. */
export function isShown(row: { readonly tier: Row['tier'] }): boolean {
  return row.tier === 'featured' || row.tier === 'listed';
}

/** Reports whether our llms.txt lists the site. */
export function isVerifiedSite({ verified, tier }: Pick<Row, 'verified' | 'tier'>): boolean {
  return verified && tier !== 'rejected';
}

function clip(text: string | null): string | null {
  return text === null ? null : cutText(text, MAX_TEXT_CHARACTERS);
}
