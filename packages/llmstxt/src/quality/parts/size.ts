import type { Explanation } from '../../types/quality.ts';
import type { QualityConstants } from '../constants.ts';
import { falling, rising } from '../curves.ts';
import { count } from '../part.ts';

export interface Size {
  readonly bytes: number;
  /** Estimated tokens. */
  readonly tokens: number;
}

export function scoreSize({ bytes }: Size, constants: QualityConstants['size']): number {
  const { empty, enough, most, unusable } = constants;
  return bytes < most ? rising(bytes, empty, enough) : falling(bytes, most, unusable);
}

export function explainSize({ bytes, tokens }: Size, { limits, size }: QualityConstants): Explanation {
  return {
    reason: `The file has ${bytes < 1_000 ? count(bytes, 'byte') : `${(bytes / 1_000).toFixed(1)} kB`}, about ${count(tokens, 'token')}.`,
    raise:
      bytes < limits.readableSize
        ? null
        : `Keep the most important pages here, and link to other files with the rest. Agents work best with up to ${size.most / 1000} kB.`,
    lines: [],
  };
}
