import { InputError } from './input.ts';

/** Parses a JSON file, with or without a byte-order mark. Throws an `InputError` with `path`. */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // Do not use the parser's message, because it quotes the file, which may be a link to a secret.
    throw new InputError(`${path}: is not JSON`);
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
