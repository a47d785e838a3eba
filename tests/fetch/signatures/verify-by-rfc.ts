import { createPublicKey, verify } from 'node:crypto';
import type { PublicSigningKey } from '../../../src/fetch/signatures/signing-key.ts';
import type { SignedRequest } from './verifiers.ts';

/**
 * Verifies a request. It is written from RFC 9421 §3.2 and the Web Bot Auth draft only. It parses just the structured fields (RFC
 * 9651) of such a signature. Throws the reason if it refuses a request.
 */
export async function verifyByRfc(request: SignedRequest, keys: readonly PublicSigningKey[]): Promise<void> {
  const { label, covered, identifiers, parameters } = readInput(request.headers['signature-input'] ?? '');
  for (const required of ['"@authority"', `"signature-agent";key="${label}"`]) {
    if (!identifiers.includes(required)) throw new Error(`${required} is not covered`);
  }
  const now = Date.now() / 1_000;
  if (!(Number(parameters.get('created')) <= now)) throw new Error('the signature is from the future');
  if (!(Number(parameters.get('expires')) > now)) throw new Error('the signature has expired');
  if (parameters.get('tag') !== '"web-bot-auth"') throw new Error('the tag is another one');
  if (parameters.has('alg') && parameters.get('alg') !== '"ed25519"') throw new Error('the algorithm is another one');
  const jwk = keys.find(({ kid }) => `"${kid}"` === parameters.get('keyid'));
  if (!jwk) throw new Error('the directory does not have the key');
  const lines = identifiers.map((identifier) => `${identifier}: ${componentOf(identifier, request)}`);
  const base = [...lines, `"@signature-params": ${covered}`].join('\n');
  const signature = memberOf(request.headers['signature'] ?? '', label);
  const bytes = /^:([\w+/]+=*):$/.exec(signature)?.[1];
  if (!bytes) throw new Error('the signature is no byte sequence');
  const key = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  if (!verify(null, Buffer.from(base), key, Buffer.from(bytes, 'base64'))) throw new Error('the signature is wrong');
}

/** Parses `sig1=("@authority" …);created=1;…` and returns the covered text. */
function readInput(field: string) {
  const [, label = '', list = '', rest = ''] = /^([a-z][a-z\d_-]*)=\(([^)]*)\)((?:;[^;]+)*)$/.exec(field) ?? [];
  if (label === '') throw new Error('the signature has no input');
  const parameters = rest
    .split(';')
    .slice(1)
    .map((text): [string, string] => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]);
  return {
    label,
    covered: `(${list})${rest}`,
    identifiers: list.split(' '),
    parameters: new Map(parameters),
  };
}

function componentOf(identifier: string, { url, headers }: SignedRequest): string {
  if (identifier === '"@authority"') return new URL(url).host;
  const [, name, key] = /^"([a-z-]+)";key="([^"]+)"$/.exec(identifier) ?? [];
  if (name === undefined || key === undefined) throw new Error(`${identifier} is nothing that this verifier knows`);
  return memberOf(headers[name] ?? '', key);
}

/** Returns the value of a dictionary's only member. */
function memberOf(field: string, key: string): string {
  if (!field.startsWith(`${key}=`)) throw new Error(`there is no member ${key}`);
  return field.slice(key.length + 1);
}
