import { open } from 'node:fs/promises';
import type { Answer, Net } from '../../../src/fetch/guarded-fetch.ts';
import { LIMITS } from '../../../src/fetch/limits.ts';
import type { LintInput, ResponseFacts } from '../src/index.ts';
import { type Input, InputError, reasonOf } from './find-inputs.ts';

/** A file on disk is read as far as a crawl would and a little more, so that the rule about its size can speak. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

export interface Sources {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Opened for the first URL only: a check of files needs no network. */
  readonly openNet: () => Promise<Net>;
}

/** Everything that can be known of an input; an `InputError` where there is nothing to judge. */
export async function readInput(input: Input, sources: Sources): Promise<LintInput> {
  if (input.kind === 'stdin') return { body: await readStream(sources.stdin) };
  if (input.kind === 'file') return { body: await readStart(input.name) };
  const net = await sources.openNet();
  const answer = await net.fetch({ url: input.url, limits: LIMITS.llmsTxt });
  if (answer.failure === 'refused-address')
    throw new InputError(`${input.name}: ${answer.detail ?? 'refused address'}`);
  return { body: answer.status === 200 ? answer.body : null, response: responseOf(answer), url: answer.finalUrl };
}

function responseOf(answer: Answer): ResponseFacts {
  const { url, finalUrl, chain, status, failure, headers, truncated } = answer;
  return { url, finalUrl, chain, status, failure, headers, truncated, plainHttp: finalUrl.startsWith('http:') };
}

async function readStart(path: string): Promise<Uint8Array> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    const buffer = new Uint8Array(Math.min(size || MAX_FILE_BYTES, MAX_FILE_BYTES));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } catch (error) {
    throw new InputError(`${path}: ${reasonOf(error)}`);
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
