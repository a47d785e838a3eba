import { generateKeyPairSync } from 'node:crypto';
import { parseSigningKey, type SigningKey } from '../../../src/fetch/signatures/signing-key.ts';

/** Creates a private JSON Web Key for the settings. */
export function aSigningKeyText(): string {
  return JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
}

export function aSigningKey(text = aSigningKeyText()): SigningKey {
  const key = parseSigningKey(text);
  if (!key) throw new Error('the key is malformed');
  return key;
}
