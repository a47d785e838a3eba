import { hideCredentials } from '../src/index.ts';
import type { CheckedInput } from './check-inputs.ts';
import type { Console } from './console.ts';
import { printableJson } from './printable.ts';
import { renderAnnotation, renderFailure } from './report-github.ts';
import { renderSarif, type SarifInput, type SarifPlace } from './report-sarif.ts';
import { createPaint, renderInput, renderSummary } from './report-text.ts';
import { renderUnix } from './report-unix.ts';
import type { Tally } from './tally.ts';

export const FORMATS = ['text', 'unix', 'json', 'github', 'sarif'] as const;
export type Format = (typeof FORMATS)[number];

/** Output format of a check. */
export interface Report {
  /** Text after each checked input. */
  readonly checked: (checked: CheckedInput) => string;
  /** Text for an unreadable input, in addition to the message on standard error. */
  readonly failed: (message: string) => string;
  readonly end: (tally: Tally) => string;
}

const nothing = () => '';

export function createReport(
  format: Format,
  { color, cwd }: Pick<Console, 'color' | 'cwd'>,
  directory: string | null,
): Report {
  switch (format) {
    case 'text': {
      const paint = createPaint(color);
      return {
        checked: (checked) => renderInput(checked, paint),
        failed: nothing,
        end: (tally) => renderSummary(tally, paint),
      };
    }
    case 'unix':
      return { checked: renderUnix, failed: nothing, end: nothing };
    case 'json':
      return { checked: renderJson, failed: nothing, end: nothing };
    case 'github':
      return { checked: (checked) => renderAnnotations(checked, cwd), failed: renderFailure, end: nothing };
    case 'sarif':
      return createSarifReport({ cwd, directory });
  }
}

function renderJson({ input, result: { valid, quality, assessment, document, findings } }: CheckedInput): string {
  return `${printableJson({ input: hideCredentials(input.name), valid, quality, assessment, document, findings })}\n`;
}

function renderAnnotations({ input, result }: CheckedInput, cwd: string): string {
  return result.findings.map((finding) => renderAnnotation(finding, input, cwd)).join('');
}

/** Reports all inputs as one log at the end. */
function createSarifReport(place: SarifPlace): Report {
  const inputs: SarifInput[] = [];
  const failures: string[] = [];
  return {
    checked: ({ input, result }) => {
      inputs.push({ input, findings: result.findings });
      return '';
    },
    failed: (message) => {
      failures.push(message);
      return '';
    },
    end: () => renderSarif(inputs, failures, place),
  };
}
