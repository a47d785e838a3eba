import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { WebAnswer } from './web-source.ts';

/** Request data that determines the form of the response. */
export interface Conditions {
  readonly method: string;
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
  readonly acceptEncoding: string | undefined;
}

export interface SentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body, or null if the method or status allows no body. */
  readonly body: Uint8Array | null;
}

/** Smallest compressed body. Smaller bodies fit one packet (1,500 bytes minus headers). */
const COMPRESS_FROM_BYTES = 1000;

/** Returns a strong entity tag of the content, equal after a restart. */
export function contentTag(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Creates an answer with the entity tag of its body. */
export function answerWith(status: number, type: string, body: Uint8Array): WebAnswer {
  return { status, headers: { 'content-type': type, etag: contentTag(body) }, body };
}

export function textAnswer(status: number, text: string): WebAnswer {
  return answerWith(status, 'text/plain; charset=utf-8', Buffer.from(text));
}

/** Creates the final response: conditional requests (RFC 9110, section 13), HEAD, and gzip if accepted. */
export function respond(answer: WebAnswer, asked: Conditions): SentResponse {
  if (asked.method !== 'GET' && asked.method !== 'HEAD') {
    return { status: 405, headers: { allow: 'GET, HEAD' }, body: null };
  }
  if (answer.status === 200 && isUnchanged(answer.headers, asked)) {
    const { 'content-type': _, ...headers } = answer.headers;
    return { status: 304, headers, body: null };
  }
  const compress =
    answer.body.byteLength >= COMPRESS_FROM_BYTES &&
    answer.headers['content-encoding'] === undefined &&
    acceptsGzip(asked.acceptEncoding);
  const body = compress ? gzipSync(answer.body) : answer.body;
  const headers: Record<string, string> = { ...answer.headers, 'content-length': String(body.byteLength) };
  if (compress) {
    headers['content-encoding'] = 'gzip';
    headers['vary'] = answer.headers['vary'] ?? 'accept-encoding';
  }
  return { status: answer.status, headers, body: asked.method === 'HEAD' ? null : body };
}

/**
 * Reports whether the client has the content. If-None-Match has priority over If-Modified-Since, and tags compare weakly (RFC
 * 9110, sections 13.1.2 and 13.2.2).
 */
function isUnchanged(headers: Readonly<Record<string, string>>, asked: Conditions): boolean {
  if (asked.ifNoneMatch !== undefined) {
    const tag = headers['etag'];
    if (asked.ifNoneMatch.trim() === '*') return true;
    return tag !== undefined && (asked.ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((t) => bare(t) === bare(tag));
  }
  if (asked.ifModifiedSince === undefined || headers['last-modified'] === undefined) return false;
  return Date.parse(headers['last-modified']) <= Date.parse(asked.ifModifiedSince);
}

const bare = (tag: string) => tag.replace(/^W\//, '');

function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((entry) => {
    const [coding, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
