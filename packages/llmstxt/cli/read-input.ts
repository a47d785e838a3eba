import { open } from 'node:fs/promises';
import type { LintInput } from '../src/index.ts';
import type { Sources } from './console.ts';
import { fetchFile } from './fetch-file.ts';
import { formatReason, type Input, InputError } from './input.ts';

/** Most bytes read of a file: a little more than a crawl reads, so that the size rule can fire. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Reads all data of an input. Throws an `InputError` if there is nothing to judge. */
export async function readInput(input: Input, { stdin, network }: Sources): Promise<LintInput> {
  if (input.kind === 'stdin') return { body: await readStream(stdin) };
  if (input.kind === 'file') return { body: await readStart(input.name) };
  const { body, response } = await fetchFile(input.url, network);
  return { body, response, url: response.finalUrl };
}

/** Returns the first bytes of a file, at most `maxBytes`. */
export async function readStart(path: string, maxBytes = MAX_FILE_BYTES): Promise<Uint8Array> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const buffer = new Uint8Array(Math.min(size || maxBytes, maxBytes));
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return buffer.subarray(0, length);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new InputError(`${path}: ${formatReason(error)}`);
  }
}

async function readStream(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
    if (length >= MAX_FILE_BYTES) break;
  }
  return Buffer.concat(parts, Math.min(length, MAX_FILE_BYTES));
}
