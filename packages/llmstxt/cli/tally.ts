import { countBySeverity, type Severity } from '../src/index.ts';
import type { CheckedInput } from './check-inputs.ts';

export class Tally {
  inputs = 0;
  invalid = 0;
  failed = 0;
  fixable = 0;
  readonly counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };

  add({ result, fixable }: CheckedInput): void {
    this.inputs += 1;
    if (!result.valid) this.invalid += 1;
    this.fixable += fixable.size;
    const { error, warning, info } = countBySeverity(result.findings);
    this.counts.error += error;
    this.counts.warning += warning;
    this.counts.info += info;
  }

  exitCode(maxWarnings: number | null): 0 | 1 | 2 {
    if (this.failed > 0) return 2;
    const tooMany = maxWarnings !== null && this.counts.warning > maxWarnings;
    return this.invalid > 0 || tooMany ? 1 : 0;
  }
}

/** Formats `1 error`, `2 errors` or `no errors`. */
export function count(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number} ${noun}${number === 1 ? '' : 's'}`;
}
