import type { CheckedInput } from './check-inputs.ts';
import { printable } from './printable.ts';

/** A line per finding, `file:line:column: message [severity/rule]`, as editors and Unix tools read it. */
export function renderUnix({ input, result }: CheckedInput): string {
  const place = printable(input.kind === 'url' ? input.url : input.name);
  return result.findings
    .map(({ line, column, message, severity, id }) => {
      // Editors need a place; what concerns the whole file is shown at its start.
      return `${place}:${line ?? 1}:${column ?? 1}: ${printable(message)} [${severity}/${id}]\n`;
    })
    .join('');
}
