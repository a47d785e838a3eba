import { explainResponse } from './fetch-failure.ts';
import type { FetchedFile } from './fetch-file.ts';
import { InputError } from './input.ts';

/** Members of a directory's JSON answer. */
export type Members = Readonly<Record<string, unknown>>;

export function toMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns the reason of an unreadable answer. */
export function noAnswer(address: string, response: FetchedFile['response']): InputError {
  return new InputError(`${address}: ${explainResponse(response, 'directory')}`);
}

export function unknownForm(address: string): InputError {
  return new InputError(`${address}: the response of the directory has an unknown form`);
}
