import { findContentType } from './content-type.ts';

export interface Rendered {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Returns the answer with a file of the site. `path` determines its media type. */
export function toAnswer(path: string, body: Rendered['body']): Rendered {
  return { status: 200, contentType: findContentType(path) ?? 'text/html; charset=utf-8', body };
}
