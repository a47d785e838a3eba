import { z } from 'zod';
import type { Call } from './client.ts';

const sealedSchema = z.object({ domain: z.string(), sealed: z.string() });

const PER_CALL = 500;

export function createSecretReplacementStore(call: Call) {
  return {
    /** Stores an owner key's hash under another secret. */
    replaceKeyHash: async (oldHash: string, newHash: string) => {
      await call('replace_key_hash', { old_hash: oldHash, new_hash: newHash }, z.boolean());
    },
    /** Counts keys that are not hashed with this secret. */
    countOutdatedKeys: (secretId: string) => call('count_outdated_keys', { secret_id: secretId }, z.int()),
    /** Lists the next webhook secrets, by domain, that are not encrypted with this secret. */
    listOutdatedWebhookSecrets: (secretId: string, after: string | null) => {
      const args = { secret_id: secretId, after, max_rows: PER_CALL };
      return call('list_outdated_webhook_secrets', args, z.array(sealedSchema));
    },
    /** Replaces a webhook secret. Returns false if the secret changed in the meantime. */
    replaceWebhookSecret: (domain: string, oldSecret: string, newSecret: string) =>
      call('replace_webhook_secret', { domain, old_secret: oldSecret, new_secret: newSecret }, z.boolean()),
  };
}
