import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeBody, detectBodyKind, isGone, parse, stringify } from '../../src/index.ts';
import { explainResponse } from '../fetch-failure.ts';
import { fetchFile, MAX_BYTES, type Network } from '../fetch-file.ts';
import { InputError, isUrl } from '../input.ts';
import { readStart } from '../read-input.ts';
import { refuseOutside } from '../refuse-outside.ts';

/** Current content of a locked name. */
export type Reading =
  | { readonly kind: 'file'; readonly sha256: string; readonly content: readonly string[] }
  /** Nothing is there, or nothing that is an llms.txt; `message` says which. */
  | { readonly kind: 'gone'; readonly message: string };

/** Reads the current content of a locked name. Rejects with an `InputError` if the content cannot be determined. */
export async function readLocked(name: string, folder: string, network: Network): Promise<Reading> {
  const body = isUrl(name) ? await readUrl(name, network) : await readPath(name, folder);
  if (typeof body === 'string') return { kind: 'gone', message: body };
  const { text } = decodeBody(body);
  const { kind, looksLike } = detectBodyKind(text);
  if (kind !== 'llms') return { kind: 'gone', message: `is not an llms.txt, but ${looksLike ?? kind}` };
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { kind: 'file', sha256, content: stringify(parse(text)).split('\n') };
}

/** Returns the bytes of a URL, or the reason for their absence. */
async function readUrl(url: string, network: Network): Promise<Uint8Array | string> {
  const { body, response } = await fetchFile(url, network);
  if (body !== null) return body;
  const { status } = response;
  if (status !== null && isGone(status)) return `is gone: the server responded with ${status}`;
  throw new InputError(`${url}: ${explainResponse(response)}`);
}

/**
 * Reads a locked path. The path must be a text file in the lock's folder, because the lock may be untrusted and a check
 * prints text of its files.
 */
async function readPath(name: string, folder: string): Promise<Uint8Array | string> {
  if (!/\.(?:txt|md)$/i.test(name)) throw new InputError(`${name}: a lock can contain only .txt and .md files`);
  const path = resolve(folder, name);
  if (!existsSync(path)) return 'is gone: no such file';
  await refuseOutside(path, folder);
  const body = await readStart(path, MAX_BYTES + 1);
  if (body.length > MAX_BYTES) throw new InputError(`${name}: has more than ${MAX_BYTES} bytes`);
  return body;
}
