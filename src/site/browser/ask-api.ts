/** An answer of the API as scripts of pages read it: its body, or what went wrong in a sentence. */
export type ApiAnswer =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | {
      readonly ok: false;
      readonly detail: string;
      readonly errors: readonly string[];
      /** The whole problem document; empty when nothing came. */
      readonly body: Readonly<Record<string, unknown>>;
    };

const NO_ANSWER = 'The service did not answer. Try again in a moment.';
const NOTHING: ApiAnswer = { ok: false, detail: NO_ANSWER, errors: [], body: {} };

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
      detail: typeof body['detail'] === 'string' ? body['detail'] : NO_ANSWER,
      errors: errors.flatMap((error) =>
        isObject(error) && typeof error['detail'] === 'string' ? [error['detail']] : [],
      ),
      body,
    };
  } catch {
    return NOTHING;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
