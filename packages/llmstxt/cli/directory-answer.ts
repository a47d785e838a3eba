import type { FetchedFile } from './fetch-file.ts';
import { InputError } from './input.ts';

/** Members of a JSON object that a directory has answered. */
export type Members = Readonly<Record<string, unknown>>;

/** None where the value is something else. */
export function toMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Why nothing came that could be read. */
export function noAnswer(address: string, { failure, status }: FetchedFile['response']): InputError {
  return new InputError(`${address}: ${failure ?? `the directory answers ${status}`}`);
}

export function unknownForm(address: string): InputError {
  return new InputError(`${address}: the directory answers in a form that this program does not read`);
}
