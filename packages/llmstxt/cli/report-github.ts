import type { Finding } from '../src/index.ts';
import type { Input } from './input.ts';
import { printable } from './printable.ts';
import { toPath } from './report-sarif.ts';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * Formats an annotation of GitHub Actions at its place in a pull request.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function renderAnnotation(finding: Finding, input: Input, cwd: string): string {
  const { severity, id, title, message, fix, line, column } = finding;
  const properties = [
    ['title', `${id}: ${title}`],
    ...(input.kind === 'file' ? [['file', toPath(input.name, cwd)]] : []),
    ...(line === null
      ? []
      : [
          ['line', String(line)],
          ['col', String(column ?? 1)],
        ]),
  ];
  const list = properties.map(([name, value = '']) => `${name}=${escapeProperty(value)}`).join(',');
  return `::${COMMANDS[severity]} ${list}::${escapeMessage(fix ? `${message} Fix: ${fix}` : message)}\n`;
}

/** Formats a failure without a place in a file. */
export function renderFailure(message: string): string {
  return `::error::${escapeMessage(message)}\n`;
}

/** Escapes a message for a log and for its command. */
function escapeMessage(text: string): string {
  return escapeLine(printable(text));
}

/** Escapes a text, because a line end would end the command and start another command. */
function escapeLine(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeLine(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
