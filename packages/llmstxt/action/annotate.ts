import type { Input } from '../cli/input.ts';
import { renderAnnotation } from '../cli/report-github.ts';
import type { Finding } from '../src/index.ts';

/** Most annotations of a kind that GitHub shows per step. The log and the summary contain the other findings. */
const MAX_ANNOTATIONS = 10;

/** Writes findings at their places in a pull request. */
export class Annotations {
  readonly #cwd: string;
  readonly #counts = { error: 0, warning: 0, info: 0 };

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  render(input: Input, findings: readonly Finding[]): string {
    const annotated = findings.filter(({ severity }) => {
      this.#counts[severity] += 1;
      return this.#counts[severity] <= MAX_ANNOTATIONS;
    });
    return annotated.map((finding) => renderAnnotation(finding, input, this.#cwd)).join('');
  }
}
