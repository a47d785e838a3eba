import { generateKeyPairSync } from 'node:crypto';
import { Command } from '@commander-js/extra-typings';

export function makeSigningKeyCommand() {
  return new Command('make-signing-key')
    .description('Print a new key for the setting SIGNING_KEY, as one line. The key is not stored elsewhere.')
    .action(() => {
      const { privateKey } = generateKeyPairSync('ed25519');
      process.stdout.write(`${JSON.stringify(privateKey.export({ format: 'jwk' }))}\n`);
    });
}
