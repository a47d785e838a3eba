import type { Context } from 'hono';
import type { FileBody } from '../../src/site/build/built-files.ts';
import type { AppEnv } from './app-env.ts';

export type Fields = Readonly<Record<string, string>>;

/** What is answered, before the fields that every answer gets. Field names are lower case. A stream is sent as it comes, a file is opened when it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Fields;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | FileBody | null;
}

/** An answer that is ready to be sent. */
export interface SentAnswer extends Answer {
  readonly body: Exclude<Answer['body'], FileBody>;
  /** The bytes of a streamed body, in chunks that overwrite each other. */
  readonly chunks?: AsyncIterable<Uint8Array>;
}

/** Answers a request, or rejects with what becomes a problem document. */
export type AnswerRequest = (c: Context<AppEnv>) => Answer | Promise<Answer>;
