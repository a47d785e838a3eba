import { readFile } from '../parser/read-file.ts';
import type { Finding } from '../types/finding.ts';
import type { LinksTried } from '../types/quality.ts';
import { assessQuality } from './assess-quality.ts';
import { QUALITY_VERSION } from './constants.ts';
import { scoreForm } from './parts/form.ts';

/** What a quality was computed from. */
export interface QualityBasis {
  readonly text: string;
  readonly url?: string | undefined;
  /** Size of the body that the text was decoded from. */
  readonly bytes?: number | undefined;
  readonly findings: readonly Finding[];
  readonly links: LinksTried;
}

/**
 * The quality of a valid file by a version of the formula; null for a version that this code does not know. Version 1
 * was what is now the part `form`.
 */
export function reproduceQuality(version: number, { text, url, bytes, findings, links }: QualityBasis): number | null {
  if (version === 1) return Math.round(100 * scoreForm(findings));
  if (version !== QUALITY_VERSION) return null;
  return assessQuality(readFile(text, { url, bytes }), findings, [], links).score;
}
