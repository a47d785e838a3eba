import { groupDigits } from '../../group-digits.ts';
import type { Explanation } from '../../types/quality.ts';
import type { QualityConstants } from '../constants.ts';
import { falling, rising } from '../curves.ts';

export interface Size {
  readonly bytes: number;
  /** Estimated. */
  readonly tokens: number;
}

export function scoreSize({ bytes }: Size, constants: QualityConstants['size']): number {
  const { empty, enough, most, unusable } = constants;
  return bytes < most ? rising(bytes, empty, enough) : falling(bytes, most, unusable);
}

export function explainSize({ bytes, tokens }: Size, constants: QualityConstants['size']): Explanation {
  const range = `${constants.enough / 1000} to ${constants.most / 1000} kB`;
  return {
    reason: `The file has ${(bytes / 1000).toFixed(1)} kB, about ${groupDigits(tokens)} tokens.`,
    raise:
      bytes < constants.most
        ? `Say more: files of ${range} serve agents best.`
        : `Keep the most important pages here, and link files with the others: ${range} serve agents best.`,
    lines: [],
  };
}
