import { DirectoryError } from '../../../src/directory/errors.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Reads the whole body. Rejects early with `DirectoryError` request.too_large, and leaves the rest unread. */
async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  // Do not cancel the body, because that closes the connection before the refusal.
  for await (const part of request.body?.values({ preventCancel: true }) ?? []) {
    size += part.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(): DirectoryError {
  return new DirectoryError('request.too_large', `The body has more than ${MAX_BODY_BYTES / 1024} KiB.`);
}

/**
 * Parses the JSON of a body. Returns undefined if it is invalid. Rejects with media.unsupported and
 * request.too_large.
 */
export async function readJson(request: Request): Promise<unknown> {
  requireType(request, 'application/json');
  const bytes = await readBody(request);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Reads the fields of a posted form. Rejects with media.unsupported and request.too_large. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  requireType(request, 'application/x-www-form-urlencoded');
  return new URLSearchParams(new TextDecoder().decode(await readBody(request)));
}

function requireType(request: Request, expected: string): void {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (type === expected && (coding === '' || coding === 'identity')) return;
  throw new DirectoryError('media.unsupported', `The body must be uncompressed ${expected}.`);
}
