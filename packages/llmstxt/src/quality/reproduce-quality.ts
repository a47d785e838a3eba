import { readFile } from '../parser/read-file.ts';
import type { Finding } from '../types/finding.ts';
import type { LinksTried } from '../types/quality.ts';
import { assessQuality } from './assess-quality.ts';
import { QUALITY_VERSION } from './constants.ts';
import { scoreForm } from './parts/form.ts';

export interface QualityBasis {
  readonly text: string;
  readonly url?: string | undefined;
  /** Bytes of the response body. */
  readonly bytes?: number | undefined;
  readonly findings: readonly Finding[];
  readonly links: LinksTried;
}

/**
 * Returns the quality of a valid file by a version of the formula, or null for an unknown version. Version 1 was the
 * current part `form`.
 */
export function reproduceQuality(version: number, { text, url, bytes, findings, links }: QualityBasis): number | null {
  if (version === 1) return Math.round(100 * scoreForm(findings));
  if (version !== QUALITY_VERSION) return null;
  return assessQuality(readFile(text, { url, bytes }), findings, [], links).score;
}
