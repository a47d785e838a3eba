import { decodeBody, detectBodyKind, diff, hideCredentials, type LlmsDocument, parse } from '../src/index.ts';
import type { Console, ExitCode } from './console.ts';
import type { DiffOptions } from './diff-arguments.ts';
import { explainResponse } from './fetch-failure.ts';
import { InputError, toInput } from './input.ts';
import { printableJson } from './printable.ts';
import { readInput } from './read-input.ts';
import { renderChange } from './report-changes.ts';

/** Compares two files. Exits with 0 without changes, 1 with changes, 2 if a file was unreadable. */
export async function runDiff({ before, after, json }: DiffOptions, console: Console): Promise<ExitCode> {
  const changes = diff(await readDocument(before, console), await readDocument(after, console));
  const names = { before: hideCredentials(before), after: hideCredentials(after) };
  if (json) await console.out(`${printableJson({ ...names, changes })}\n`);
  else for (const change of changes) await console.out(`${renderChange(change)}\n`);
  return changes.length === 0 ? 0 : 1;
}

async function readDocument(argument: string, console: Console): Promise<LlmsDocument> {
  const { body, response, url } = await readInput(toInput(argument), console);
  if (body === null) {
    throw new InputError(`${argument}: ${response === undefined ? 'no content' : explainResponse(response)}`);
  }
  const { text, bytes } = decodeBody(body);
  const { kind, looksLike } = detectBodyKind(text);
  if (kind !== 'llms' && kind !== 'empty') throw new InputError(`${argument}: is not an llms.txt, but ${looksLike}`);
  return parse(text, { url, bytes });
}
