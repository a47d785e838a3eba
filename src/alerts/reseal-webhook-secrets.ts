import type { ServerSecrets } from '../ownership/server-secrets.ts';
import { secretId } from '../ownership/server-secrets.ts';
import { openWebhookSecret, sealWebhookSecret } from '../ownership/webhook-secret.ts';
import type { Store } from '../store/store.ts';

/**
 * Seals webhook secrets again with the current secret, so that the previous one can be removed. Skips secrets that no
 * secret opens. Returns the number of sealed secrets.
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
