import type { FetchResult } from '../fetch/net.ts';

/** Reports whether a response is HTML, judged by its type or its first bytes. */
export function isHtml({ headers, body }: Pick<FetchResult, 'headers' | 'body'>): boolean {
  const type = headers['content-type'] ?? '';
  if (/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(type)) return true;
  const start = Buffer.from(body.subarray(0, 256)).toString('latin1');
  return type.trim() === '' ? /^\s*</.test(start) : /^\s*<(?:!doctype|html)/i.test(start);
}
