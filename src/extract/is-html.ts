import { mediaType } from '#llmstxt';
import type { FetchResult } from '../fetch/net.ts';

export const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** Reports whether a response is HTML, judged by its type or its first bytes. */
export function isHtml({ headers, body }: Pick<FetchResult, 'headers' | 'body'>): boolean {
  const type = mediaType(headers['content-type']);
  if (HTML_TYPES.has(type)) return true;
  const start = Buffer.from(body.subarray(0, 256)).toString('latin1');
  return type === '' ? /^\s*</.test(start) : /^\s*<(?:!doctype|html)/i.test(start);
}
