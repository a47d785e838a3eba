import type { Context } from 'hono';
import type { FileBody } from '../../../src/site/build/built-files.ts';
import type { Rendered } from '../../../src/site/build/rendered.ts';
import { entityTag } from '../../../src/site/entity-tag.ts';
import type { AppEnv } from './app-env.ts';

export type Fields = Readonly<Record<string, string>>;

/**
 * Answer before the common fields. Field names are lowercase. A stream is sent as it comes, and a file is opened when
 * it is sent.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Fields;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | FileBody | null;
  /** Contains no secret, although it is made for one client. Cacheable answers never contain a secret. */
  readonly hasNoSecret?: true;
}

export interface SentAnswer extends Answer {
  readonly body: Exclude<Answer['body'], FileBody>;
  /** Chunks of a streamed body. The chunks share one buffer. */
  readonly chunks?: AsyncIterable<Uint8Array>;
}

/** Returns a successful answer with the tag of its text. */
export function taggedAnswer(body: string, contentType: string, cacheControl: string): Answer {
  const headers = { 'content-type': contentType, 'cache-control': cacheControl, etag: entityTag(body) };
  return { status: 200, headers, body };
}

/** Returns an answer that is not stored, for example because it is for one visitor. */
export function uncachedAnswer({ status, contentType, body }: Rendered, fields: Fields = {}): Answer {
  return { status, headers: { 'content-type': contentType, 'cache-control': 'no-store', ...fields }, body };
}

/** Returns an uncached redirect. 303 by default: the client sends a GET. */
export function redirectTo(location: string, status = 303): Answer {
  return { status, headers: { location, 'cache-control': 'no-store' }, body: null };
}

/** Answers a request. Rejects with an error that becomes a problem document. */
export type AnswerRequest = (c: Context<AppEnv>) => Answer | Promise<Answer>;
