import type { ServerSecrets } from '../ownership/server-secrets.ts';
import { secretId } from '../ownership/server-secrets.ts';
import { openWebhookSecret, sealWebhookSecret } from '../ownership/webhook-secret.ts';
import type { Store } from '../store/store.ts';

/**
 * Seals with the current secret what was sealed with the previous one, so that nothing depends on that any more. Returns how many it
 * has sealed; those that no secret of the server opens stay as they are.
 */
export async function resealWebhookSecrets(
  store: Pick<Store, 'listOutdatedWebhookSecrets' | 'replaceWebhookSecret'>,
  secrets: ServerSecrets,
): Promise<number> {
  const id = secretId(secrets[0]);
  let resealed = 0;
  for (let after: string | null = null; ; ) {
    const outdated = await store.listOutdatedWebhookSecrets(id, after);
    for (const { domain, sealed } of outdated) {
      const opened = openWebhookSecret(secrets, domain, sealed);
      if (opened === null) continue;
      const isReplaced = await store.replaceWebhookSecret(domain, sealed, sealWebhookSecret(secrets, domain, opened));
      if (isReplaced) resealed += 1;
    }
    const last = outdated.at(-1);
    if (!last) return resealed;
    after = last.sealed;
  }
}
