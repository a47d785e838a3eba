/** An answer of the API as scripts of pages read it: its body, or what went wrong in a sentence. */
export type ApiAnswer =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | {
      readonly ok: false;
      /** 0 when nothing came. */
      readonly status: number;
      readonly detail: string;
      /** What is wrong with members of the body that was sent. */
      readonly violations: readonly FieldViolation[];
      /** Seconds after which it may be tried again; null where that is not said. */
      readonly retryAfterS: number | null;
      /** The whole problem document; empty when nothing came. */
      readonly body: Readonly<Record<string, unknown>>;
    };

export interface FieldViolation {
  /** JSON Pointer: `/tags/0`. */
  readonly pointer: string;
  readonly detail: string;
}

const NO_ANSWER = 'The service did not answer. Try again in a moment.';
const NOTHING: ApiAnswer = { ok: false, status: 0, detail: NO_ANSWER, violations: [], retryAfterS: null, body: {} };

/** Asks the API of this site. Never rejects. */
export async function askApi(path: string, init: RequestInit = {}): Promise<ApiAnswer> {
  try {
    const response = await fetch(path, init);
    const body: unknown = await response.json();
    if (!isObject(body)) return NOTHING;
    if (response.ok) return { ok: true, body };
    const errors = Array.isArray(body['errors']) ? body['errors'] : [];
    return {
      ok: false,
      status: response.status,
      detail: typeof body['detail'] === 'string' ? body['detail'] : NO_ANSWER,
      violations: errors.flatMap((error) =>
        isObject(error) && typeof error['detail'] === 'string'
          ? [{ pointer: String(error['pointer'] ?? ''), detail: error['detail'] }]
          : [],
      ),
      retryAfterS: Number(response.headers.get('retry-after')) || null,
      body,
    };
  } catch {
    return NOTHING;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
