import { contentTypeOf } from './content-type.ts';

export interface Rendered {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export function answerOf(extension: string, body: Rendered['body']): Rendered {
  return { status: 200, contentType: contentTypeOf(extension) ?? 'text/html; charset=utf-8', body };
}
