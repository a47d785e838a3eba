import { z } from 'zod';
import type { Call } from './client.ts';

const sealedSchema = z.object({ domain: z.string(), sealed: z.string() });
type SealedWebhookSecret = z.infer<typeof sealedSchema>;

/** The part of the store that takes another secret of the server in place of the one before it. */
export interface SecretReplacementStore {
  /** The same owner key under another secret. */
  replaceKeyHash(oldHash: string, newHash: string): Promise<void>;
  /** How many keys are not hashed with the secret of this id. */
  countOutdatedKeys(secretId: string): Promise<number>;
  /** Webhook secrets that are not sealed with the secret of this id: the next ones by domain. */
  listOutdatedWebhookSecrets(secretId: string, after: string | null): Promise<readonly SealedWebhookSecret[]>;
  /** False when it is another one by now. */
  replaceWebhookSecret(domain: string, oldSecret: string, newSecret: string): Promise<boolean>;
}

const PER_CALL = 500;

export function createSecretReplacementStore(call: Call): SecretReplacementStore {
  return {
    replaceKeyHash: async (oldHash, newHash) => {
      await call('replace_key_hash', { old_hash: oldHash, new_hash: newHash }, z.boolean());
    },
    countOutdatedKeys: (secretId) => call('count_outdated_keys', { secret_id: secretId }, z.int()),
    listOutdatedWebhookSecrets: (secretId, after) => {
      const args = { secret_id: secretId, after, max_rows: PER_CALL };
      return call('list_outdated_webhook_secrets', args, z.array(sealedSchema));
    },
    replaceWebhookSecret: (domain, oldSecret, newSecret) =>
      call('replace_webhook_secret', { domain, old_secret: oldSecret, new_secret: newSecret }, z.boolean()),
  };
}
