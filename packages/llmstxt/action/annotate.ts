import { type AnnotationProperties, error, notice, warning } from '@actions/core';
import type { Input } from '../cli/input.ts';
import { uriOf } from '../cli/report-sarif.ts';
import type { Finding } from '../src/index.ts';

const ANNOTATE = { error, warning, info: notice } as const;

/** GitHub shows ten annotations of a kind for a step; the rest are in the log and the summary. */
const MAX_ANNOTATIONS = 10;

/** Findings at their places in the files of a pull request. */
export class Annotations {
  readonly #cwd: string;
  readonly #counts = { error: 0, warning: 0, info: 0 };

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  add(input: Input, findings: readonly Finding[]): void {
    for (const finding of findings) {
      const { severity, message, fix } = finding;
      this.#counts[severity] += 1;
      if (this.#counts[severity] > MAX_ANNOTATIONS) continue;
      ANNOTATE[severity](fix ? `${message} Fix: ${fix}` : message, propertiesOf(input, finding, this.#cwd));
    }
  }
}

function propertiesOf(input: Input, { id, title, line, column }: Finding, cwd: string): AnnotationProperties {
  return {
    title: `${id}: ${title}`,
    ...(input.kind === 'file' ? { file: decodeURIComponent(uriOf(input, cwd)) } : {}),
    ...(line === null ? {} : { startLine: line, startColumn: column ?? 1 }),
  };
}
