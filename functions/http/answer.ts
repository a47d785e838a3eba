/** A request as every door of the service sees it, whichever server received it. */
export interface Call {
  readonly method: string;
  /** As received, percent-encoded, beginning with a slash. */
  readonly path: string;
  /** What follows the `?`, or the empty string. */
  readonly query: string;
  /** The value of a field by its lower-case name; repeated fields joined by a comma. */
  header(name: string): string | null;
  /** The whole body, at most `maxBytes`; rejects with `DirectoryError` request.too_large beyond. */
  readBody(maxBytes: number): Promise<Uint8Array>;
  /** Address of the client, after trusted proxies. */
  readonly address: string;
}

export type Fields = Readonly<Record<string, string>>;

/** What is answered. Field names are lower case. A body of parts is sent as it comes. */
export interface Answer {
  readonly status: number;
  readonly headers: Fields;
  readonly body: string | Uint8Array | AsyncIterable<string> | null;
}

/** The same answer with more fields. */
export function withFields(answer: Answer, fields: Fields): Answer {
  return { status: answer.status, headers: { ...answer.headers, ...fields }, body: answer.body };
}

export function isStream(body: Answer['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
