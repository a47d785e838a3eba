import type { Finding, Preview, QualityAssessment } from '#llmstxt';
import type { Evidence, Seen } from '../directory/visit.ts';
import { RULES_OF_VISIT } from './read-detail.ts';
import { packFinding } from './stored-findings.ts';

export interface StoredText {
  readonly hash: string;
  readonly body: string;
}

/** What a visit has found of the file. */
export interface FileOfVisit {
  readonly evidence: Evidence;
  /** Null: keep what is stored (a 304, or an answer without a body). */
  readonly findings: readonly Finding[] | null;
  readonly quality: QualityAssessment | null;
  readonly preview: Preview | null;
  /** Whether the file is another site's. */
  readonly isBorrowed?: boolean;
  /** The text of a valid version, stored once per hash; null keeps the last one. */
  readonly text: StoredText | null;
}

/** Enough to see what a file is about. */
const MAX_SECTION_NAMES = 4;
const MAX_SECTION_CHARACTERS = 40;

/** Returns what is stored of a file besides its text: what does not follow from the text, or all if the text is not stored. */
export function storedFile({ text, findings, quality, preview, isBorrowed = false, evidence }: FileOfVisit) {
  if (findings === null) return {};
  const known = { broken: countBroken(findings), ...(preview && { bytes: preview.bytes }) };
  if (text === null) {
    const answer = { findings: findings.map(packFinding), ...(preview && { preview }), ...(quality && { quality }) };
    return { ...known, answer };
  }
  const seen: Omit<Seen, 'findings'> = {
    url: evidence.final_url,
    ...(evidence.url !== evidence.final_url && { asked_url: evidence.url }),
    is_borrowed: isBorrowed,
    links: quality?.links ?? null,
    quality_version: quality?.version ?? null,
  };
  return {
    ...known,
    seen: { ...seen, findings: findings.filter(({ id }) => RULES_OF_VISIT.has(id)).map(packFinding) },
  };
}

/** Number of findings by "rule severity outcome". */
export function countBroken(findings: readonly Pick<Finding, 'id' | 'severity' | 'outcome'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { id, severity, outcome } of findings) {
    const key = `${id} ${severity} ${outcome}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Returns the first names of sections: lists show them of a site that says nothing of itself. */
export function sectionNamesOf({ sections }: Preview): string[] {
  return sections
    .map(({ title }) => title.slice(0, MAX_SECTION_CHARACTERS).toWellFormed())
    .filter((name) => name.trim() !== '')
    .slice(0, MAX_SECTION_NAMES);
}
