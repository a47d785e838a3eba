import { DirectoryError } from '../../../src/directory/errors.ts';
import { findRepeatedMember } from '../../../src/directory/repeated-member.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Reads the whole body. Rejects early with `DirectoryError` request.too_large, and does not read further. */
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
 * Parses the JSON of a body. Returns undefined for invalid JSON. Rejects with media.unsupported, request.too_large, and
 * request.invalid for a repeated member, because parsers choose different values (RFC 8259 §4).
 */
export async function readJson(request: Request): Promise<unknown> {
  requireType(request, 'application/json');
  const json = parseBytes(await readBody(request));
  if (json === undefined) return undefined;
  const pointer = findRepeatedMember(json.text);
  if (pointer === null) return json.value;
  throw new DirectoryError('request.invalid', 'A member of the body occurs more than once.', {
    violations: [{ pointer, detail: 'must be given once' }],
  });
}

function parseBytes(bytes: Uint8Array): { readonly text: string; readonly value: unknown } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
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
