import { randomBytes } from 'node:crypto';
import { seal, unseal } from './seal.ts';
import type { ServerSecrets } from './server-secrets.ts';

/** Standard Webhooks: 24 to 64 bytes in base64 behind `whsec_`. */
const WEBHOOK_SECRET_BYTES = 32;

/** What signs the webhooks of a domain: 256 random bits, as receivers are given it. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(WEBHOOK_SECRET_BYTES).toString('base64')}`;
}

/** The form in which it is stored: whoever reads the database, or a copy of it, cannot sign. */
export function sealWebhookSecret(secrets: ServerSecrets, domain: string, webhookSecret: string): string {
  return seal(secrets, contextOf(domain), webhookSecret);
}

/** Null when there is none, or when it was sealed with a secret that the server no longer has. */
export function openWebhookSecret(secrets: ServerSecrets, domain: string, sealed: string | null): string | null {
  return sealed === null ? null : unseal(secrets, contextOf(domain), sealed);
}

const contextOf = (domain: string): string => `webhook-secret|${domain}`;
