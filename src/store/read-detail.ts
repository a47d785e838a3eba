import { createPreview, type Finding, lint, type ResponseFacts, RULES } from '#llmstxt';
import type { DomainDetail, ReadFile, StoredDetail } from '../directory/detail.ts';
import { withoutQuality } from '../directory/scoring/borrowed.ts';
import type { Seen } from '../directory/visit.ts';
import { unpackTextSync } from './packed-text.ts';

/** Text with data of the visit that read it. */
export interface TextToJudge {
  readonly text: string;
  /** Size of the served file. */
  readonly bytes: number | null;
  readonly seen: Seen | null;
  /** Response with the text, or null if unknown. */
  readonly response?: ResponseFacts | null;
}

/** Inputs for reading a file. */
export type FileSource = Pick<StoredDetail, 'answer' | 'bytes' | 'seen' | 'text'>;

const OF_TEXT: ReadonlySet<string> = new Set(['body', 'file']);
/** Rules that judge data outside the text: the response, the homepage, tested links, and bytes that are not stored. */
export const RULES_OF_VISIT: ReadonlySet<string> = new Set(
  RULES.filter(({ id, needs }) => !OF_TEXT.has(needs) || id === 'too-large').map(({ id }) => id),
);

/** Judges a stored text like the visit that read it. `earlierFindings` come from rules that judge more than the text. */
export function judgeText({ text, bytes, seen, response }: TextToJudge, earlierFindings: readonly Finding[]) {
  const judged = lint({
    body: text,
    earlierFindings,
    ...(bytes !== null && { bytes }),
    ...(seen && { url: seen.url }),
    ...(seen?.asked_url !== undefined && { requestUrl: seen.asked_url }),
    ...(response && { response }),
    ...(seen?.links && { linksTried: seen.links }),
  });
  return seen?.is_borrowed ? { ...judged, quality: 0, assessment: withoutQuality(judged.assessment) } : judged;
}

/** Returns the visible data of a file, from the last response and the last valid text. */
export function readFile({ answer, bytes, seen, text }: FileSource): ReadFile {
  const read = text === null ? NOTHING_READ : readText({ text: unpackTextSync(text), bytes, seen });
  return {
    findings: answer?.findings ?? read.findings,
    preview: answer?.preview ?? read.preview,
    quality_details: answer?.quality ?? read.quality_details,
  };
}

const NOTHING_READ: ReadFile = { findings: [], preview: null, quality_details: null };

function readText(source: TextToJudge): ReadFile {
  const { findings, document, assessment } = judgeText(source, source.seen?.findings ?? []);
  return {
    findings,
    preview: document && createPreview(document),
    quality_details: assessment,
  };
}

/** Adds data of the file to the stored data of a domain. Hides texts of rejected sites. */
export function toDetail(
  { seen: _, answer: __, bytes: ___, hash: ____, text: _____, ...stored }: StoredDetail,
  file: ReadFile,
): DomainDetail {
  const isRejected = stored.facts.tier === 'rejected';
  return { ...stored, ...file, preview: isRejected ? null : file.preview };
}

/** Returns all data of a domain page. The call takes as long as judging the text. */
export function readDetail(stored: StoredDetail): DomainDetail {
  return toDetail(stored, readFile(stored));
}
