import { cutText, type Finding, type Preview, type QualityAssessment } from '#llmstxt';
import type { Evidence, Seen } from '../directory/visit.ts';
import { RULES_OF_VISIT } from './read-detail.ts';
import { packFinding } from './stored-findings.ts';

export interface StoredText {
  readonly hash: string;
  readonly body: string;
}

export interface FileOfVisit {
  readonly evidence: Evidence;
  /** Findings. Null keeps the stored data, after a 304 or a response without a body. */
  readonly findings: readonly Finding[] | null;
  readonly quality: QualityAssessment | null;
  readonly preview: Preview | null;
  /** True if the file belongs to another site. */
  readonly isBorrowed?: boolean;
  /** Text of a valid version, stored once per hash. Null keeps the last text. */
  readonly text: StoredText | null;
}

/** Most section names stored for lists. */
const MAX_SECTION_NAMES = 4;
const MAX_SECTION_CHARACTERS = 40;

/** Returns the stored data of a file without its text. If the text is stored, leaves out data that derives from it. */
export function storedFile({ text, findings, quality, preview, isBorrowed = false, evidence }: FileOfVisit) {
  if (findings === null) return {};
  const facts = { broken: countBroken(findings), ...(preview && { bytes: preview.bytes }) };
  if (text === null) {
    const answer = { findings: findings.map(packFinding), ...(preview && { preview }), ...(quality && { quality }) };
    return { ...facts, answer };
  }
  const seenFacts: Omit<Seen, 'findings'> = {
    url: evidence.final_url,
    ...(evidence.url !== evidence.final_url && { asked_url: evidence.url }),
    is_borrowed: isBorrowed,
    links: quality?.links ?? null,
    quality_version: quality?.version ?? null,
  };
  return {
    ...facts,
    seen: { ...seenFacts, findings: findings.filter(({ id }) => RULES_OF_VISIT.has(id)).map(packFinding) },
  };
}

/** Counts findings by "rule severity outcome". */
export function countBroken(findings: readonly Pick<Finding, 'id' | 'severity' | 'outcome'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { id, severity, outcome } of findings) {
    const key = `${id} ${severity} ${outcome}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Returns the first section names, which lists show for a site without a summary. */
export function listSectionNames({ sections }: Preview): string[] {
  return sections
    .map(({ title }) => cutText(title.toWellFormed(), MAX_SECTION_CHARACTERS))
    .filter((name) => name.trim() !== '')
    .slice(0, MAX_SECTION_NAMES);
}
