import type { SigningKey } from './signing-key.ts';

/** Message component that a signature covers. */
export interface SignedComponent {
  /** Name with its parameters, serialized as in `Signature-Input`: `"@authority"`. */
  readonly identifier: string;
  readonly value: string;
}

/** Signature parameters (RFC 9421 §2.3), in the order in which they are sent. Numbers are seconds since 1970. */
export type SignatureParameters = Readonly<Record<string, string | number>>;

/**
 * Signs the components (RFC 9421 §3.1). Values must not contain line breaks, quotation marks or backslashes. Host
 * names, key ids and base64 never do.
 */
export function signComponents(
  label: string,
  components: readonly SignedComponent[],
  parameters: SignatureParameters,
  key: SigningKey,
) {
  const identifiers = components.map(({ identifier }) => identifier).join(' ');
  const serialized = Object.entries(parameters).map(([name, value]) => `;${name}=${JSON.stringify(value)}`);
  const covered = `(${identifiers})${serialized.join('')}`;
  // Signature base (RFC 9421 §2.5).
  const lines = components.map(({ identifier, value }) => `${identifier}: ${value}`);
  const base = [...lines, `"@signature-params": ${covered}`].join('\n');
  const signature = key.sign(base);
  return { input: `${label}=${covered}`, signature: `${label}=:${signature.toString('base64')}:` };
}
