import type { Input } from '../cli/input.ts';
import { renderAnnotation } from '../cli/report-github.ts';
import type { Finding } from '../src/index.ts';

/** GitHub shows ten annotations of a kind for a step; the rest are in the log and the summary. */
const MAX_ANNOTATIONS = 10;

/** Findings at their places in the files of a pull request. */
export class Annotations {
  readonly #cwd: string;
  readonly #counts = { error: 0, warning: 0, info: 0 };

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** The commands to print for an input. */
  render(input: Input, findings: readonly Finding[]): string {
    const shown = findings.filter(({ severity }) => {
      this.#counts[severity] += 1;
      return this.#counts[severity] <= MAX_ANNOTATIONS;
    });
    return shown.map((finding) => renderAnnotation(finding, input, this.#cwd)).join('');
  }
}
