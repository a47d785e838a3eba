import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeBody, detectBodyKind, parse, stringify } from '../../src/index.ts';
import { fetchFile, type Network } from '../fetch-file.ts';
import { InputError, isUrl, reasonOf } from '../input.ts';

/** What stands at a locked name now. */
export type Reading =
  | { readonly kind: 'file'; readonly sha256: string; readonly content: readonly string[] }
  /** Nothing is there, or nothing that is an llms.txt; `message` says which. */
  | { readonly kind: 'gone'; readonly message: string };

/** Rejects with an `InputError` where it cannot be found out what stands there. */
export async function readLocked(name: string, folder: string, network: Network): Promise<Reading> {
  const body = isUrl(name) ? await readUrl(name, network) : await readPath(name, folder);
  if (typeof body === 'string') return { kind: 'gone', message: body };
  const { text } = decodeBody(body);
  const { kind, looksLike } = detectBodyKind(text);
  if (kind !== 'llms') return { kind: 'gone', message: `is no llms.txt: it is ${looksLike ?? kind}` };
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { kind: 'file', sha256, content: stringify(parse(text)).split('\n') };
}

/** The bytes, or why there are none. */
async function readUrl(url: string, network: Network): Promise<Uint8Array | string> {
  const { body, response } = await fetchFile(url, network);
  if (body !== null) return body;
  const { status, failure } = response;
  if (status === 404 || status === 410) return `is gone: the server answers ${status}`;
  throw new InputError(`${url}: ${failure ?? `the server answers ${status}`}`);
}

async function readPath(name: string, folder: string): Promise<Uint8Array | string> {
  try {
    return await readFile(resolve(folder, name));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'is gone: no such file';
    throw new InputError(`${name}: ${reasonOf(error)}`);
  }
}
