import type { Input } from '../cli/find-inputs.ts';
import { uriOf } from '../cli/report-sarif.ts';
import type { Finding, Severity } from '../src/index.ts';

/** As `@actions/core` takes it. */
export interface Annotation {
  readonly severity: Severity;
  readonly message: string;
  readonly properties: {
    readonly title: string;
    readonly file?: string;
    readonly startLine?: number;
    readonly startColumn?: number;
  };
}

/** GitHub shows ten annotations of a kind for a step; the rest are in the log and the summary. */
export const MAX_ANNOTATIONS = 10;

/** A finding at its place in the pull request's files. */
export function annotationOf(input: Input, finding: Finding, cwd: string): Annotation {
  const { severity, id, title, message, fix, line, column } = finding;
  const place = {
    ...(input.kind === 'file' ? { file: decodeURIComponent(uriOf(input, cwd)) } : {}),
    ...(line === null ? {} : { startLine: line, startColumn: column ?? 1 }),
  };
  return {
    severity,
    message: fix ? `${message} Fix: ${fix}` : message,
    properties: { title: `${id}: ${title}`, ...place },
  };
}
