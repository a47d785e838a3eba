import { randomBytes } from 'node:crypto';
import { seal, unseal } from './seal.ts';
import type { ServerSecrets } from './server-secrets.ts';

/** Bytes of a webhook secret. Standard Webhooks requires 24 to 64, in base64 after `whsec_`. */
const WEBHOOK_SECRET_BYTES = 32;

/** Creates the secret that signs a domain's webhooks: 256 random bits, in the form for receivers. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(WEBHOOK_SECRET_BYTES).toString('base64')}`;
}

/** Encrypts a secret for storage, so that a reader of the database cannot sign. */
export function sealWebhookSecret(secrets: ServerSecrets, domain: string, webhookSecret: string): string {
  return seal(secrets, toContext(domain), webhookSecret);
}

/** Decrypts a webhook secret. Returns null if there is no secret, or the server no longer has the key. */
export function openWebhookSecret(secrets: ServerSecrets, domain: string, sealed: string | null): string | null {
  return sealed === null ? null : unseal(secrets, toContext(domain), sealed);
}

const toContext = (domain: string): string => `webhook-secret|${domain}`;
