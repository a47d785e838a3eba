import type { CheckedInput } from './check-inputs.ts';
import { printable } from './printable.ts';

/** Formats one line per finding, `file:line:column: message [severity/rule]`, for editors and Unix tools. */
export function renderUnix({ input, result }: CheckedInput): string {
  const place = printable(input.kind === 'url' ? input.url : input.name);
  return result.findings
    .map(({ line, column, message, severity, id }) => {
      // Whole-file findings get position 1:1.
      return `${place}:${line ?? 1}:${column ?? 1}: ${printable(message)} [${severity}/${id}]\n`;
    })
    .join('');
}
