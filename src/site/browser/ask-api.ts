/** Answer of the API for page scripts: its body, or the failure as a sentence. */
export type ApiAnswer =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | {
      readonly ok: false;
      /** Status, or 0 without a response. */
      readonly status: number;
      readonly detail: string;
      /** Faults of members of the sent body. */
      readonly violations: readonly FieldViolation[];
      /** Seconds until the next try, if known. */
      readonly retryAfterS: number | null;
      /** Problem document. Empty without a response. */
      readonly body: Readonly<Record<string, unknown>>;
    };

export interface FieldViolation {
  /** JSON Pointer, such as `/tags/0`. */
  readonly pointer: string;
  readonly detail: string;
}

const NO_ANSWER = 'The service did not answer. Try again in a moment.';
/** Answer without a response. */
export const NOTHING = {
  ok: false,
  status: 0,
  detail: NO_ANSWER,
  violations: [],
  retryAfterS: null,
  body: {},
} satisfies ApiAnswer;

/** Calls the API of this site. Never rejects. */
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
