import { expect, it } from 'vitest';
import { createKeyDirectory } from '../../../src/fetch/signatures/key-directory.ts';
import { signComponents } from '../../../src/fetch/signatures/sign-components.ts';
import { parseSigningKey } from '../../../src/fetch/signatures/signing-key.ts';
import { aSigningKey, aSigningKeyText } from './a-signing-key.ts';

/** Key of RFC 9421 appendix B.1.4, which signed the draft's examples. */
const RFC_KEY = JSON.stringify({
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'test-key-ed25519',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
});
const KEY_ID = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U';

it('reproduces the example of draft-ietf-webbotauth-httpsig-protocol-01', () => {
  const components = [
    { identifier: '"@authority"', value: 'example.com' },
    { identifier: '"signature-agent";key="agent2"', value: '"https://signature-agent.test"' },
  ];
  const parameters = {
    created: 1735689600,
    keyid: KEY_ID,
    alg: 'ed25519',
    expires: 4889289600,
    nonce: 'n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==',
    tag: 'web-bot-auth',
  };
  const { signature } = signComponents('sig2', components, parameters, aSigningKey(RFC_KEY));
  expect(signature).toBe(
    'sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:',
  );
});

it('reproduces the directory signature of the draft', () => {
  const components = [
    { identifier: '"@authority";req', value: 'signature-agent.test' },
    { identifier: '"content-digest"', value: 'sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:' },
  ];
  const tag = 'http-message-signatures-directory';
  const parameters = { created: 1735689600, expires: 4889289600, keyid: KEY_ID, tag };
  const key = aSigningKey(RFC_KEY);
  const { signature } = signComponents('binding', components, parameters, key);
  expect(signature).toBe(
    'binding=:l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==:',
  );
  const { body, sign } = createKeyDirectory([key], 'signature-agent.test', Date.now);
  expect(JSON.parse(body)).toEqual({
    keys: [{ kty: 'OKP', crv: 'Ed25519', kid: KEY_ID, x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs', use: 'sig' }],
  });
  expect(sign()['content-digest']).toMatch(/^sha-256=:[\w+/]{43}=:$/);
});

it.each([
  ['no JSON', 'secret'],
  ['a public key', JSON.stringify(aSigningKey().publicKey)],
  ['a key of another curve', JSON.stringify({ ...JSON.parse(aSigningKeyText()), crv: 'Ed448' })],
  ['the public key of another', JSON.stringify({ ...JSON.parse(aSigningKeyText()), x: aSigningKey().publicKey.x })],
  ['a short secret', JSON.stringify({ ...JSON.parse(aSigningKeyText()), d: 'abc' })],
])('refuses %s as a signing key', (_, text) => {
  expect(parseSigningKey(text)).toBeNull();
});

it('does not serialize the secret of a key', () => {
  const text = aSigningKeyText();
  const { d } = JSON.parse(text);
  expect(JSON.stringify(aSigningKey(text))).not.toContain(d);
});
