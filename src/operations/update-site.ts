import { paidDomain, registrableDomain } from '../directory/domain-name.ts';
import { DirectoryError, type Violation } from '../directory/errors.ts';
import { parseMailAddress } from '../directory/mail-address.ts';
import { type ProfileChanges, profileMembers } from '../directory/profile.ts';
import { domainSchema, toRecord } from '../directory/record.ts';
import { hashMailbox, mailboxOf } from '../ownership/mailbox.ts';
import type { ServerSecrets } from '../ownership/server-secrets.ts';
import { newWebhookSecret, sealWebhookSecret } from '../ownership/webhook-secret.ts';
import type { Caller } from './caller.ts';
import { type DomainRules, domainInput, requireOwnedDomain, UnknownDomain } from './domain-param.ts';
import { defineOperation } from './operation.ts';
import { CONFIRMATIONS, CONFIRMATIONS_BELOW, CONFIRMATIONS_OF_MAILBOX } from './quotas.ts';
import { SAMPLE_RECORD } from './samples.ts';
import { networkKey, takeBudgets } from './take-budgets.ts';
import type { UsesStore } from './uses-store.ts';

interface Needs extends DomainRules, UsesStore<'updateProfile' | 'getChannels' | 'takeQuotas'> {
  readonly serverSecrets: ServerSecrets;
  /** Whether a mail server is configured: without one no address could be confirmed. */
  readonly sendsMail: boolean;
  /** A keyed hash: knows again what must not be stored. */
  fingerprint(text: string): string;
  /** Why a webhook must not be sent to this URL; null when it may. */
  vetWebhook(url: string): Promise<string | null>;
  /** Called when a domain's record is another one: what was read before must not be answered any more. */
  changed(domain: string): void;
}

export const updateSite = defineOperation({
  name: 'updateSite',
  summary: 'Edit the profile of a domain.',
  description:
    'Changes the named members and no other; null clears. A new webhook gets a new secret (see stats); a new e-mail address is asked for its confirmation first.',
  access: 'owner',
  input: domainInput.extend(profileMembers),
  output: domainSchema,
  example: SAMPLE_RECORD,
  http: {
    method: 'PATCH',
    path: '/v1/sites/{domain}',
    quota: 'read',
    takesBody: true,
    success: { 200: 'The record after the change.' },
    errors: ['domain.unknown', 'mail.unavailable', 'store.unavailable'],
  },
  run: async (needs: Needs, input, caller) => {
    const { domain: typed, ...named } = input;
    const domain = requireOwnedDomain(typed, caller, needs);
    if (named.notify_email && !needs.sendsMail) {
      throw new DirectoryError('mail.unavailable', 'This service sends no mail: use a webhook instead.');
    }
    const changes = await acceptChanges(domain, named, needs);
    if (changes.notify_email) await takeConfirmation(domain, changes.notify_email, caller, needs);
    const webhookSecret = sealWebhookSecret(needs.serverSecrets, domain, newWebhookSecret());
    const mailboxes = changes.notify_email ? hashMailbox(needs.serverSecrets, changes.notify_email) : [];
    const facts = await needs.store.updateProfile(domain, changes, webhookSecret, mailboxes);
    if (!facts) throw new UnknownDomain(domain, needs.baseUrl);
    needs.changed(domain);
    return toRecord(facts, needs.baseUrl);
  },
});

/** The changes as they are stored; rejects with one violation for each member that no schema can judge. */
async function acceptChanges(
  domain: string,
  named: ProfileChanges,
  { reservedNames, vetWebhook }: Pick<Needs, 'reservedNames' | 'vetWebhook'>,
): Promise<ProfileChanges> {
  const violations: Violation[] = [];
  const changes = { ...named };
  if (named.nested_llms_txt) {
    changes.nested_llms_txt = [];
    for (const [i, text] of named.nested_llms_txt.entries()) {
      const refusal = refuseNested(domain, text);
      if (refusal) violations.push({ pointer: `/nested_llms_txt/${i}`, detail: refusal });
      else if (!changes.nested_llms_txt.includes(text)) changes.nested_llms_txt.push(text);
    }
  }
  if (named.notify_email) {
    const parsed = parseMailAddress(named.notify_email, { reserved: reservedNames });
    if (parsed.ok) changes.notify_email = parsed.address;
    else violations.push({ pointer: '/notify_email', detail: parsed.detail });
  }
  if (named.webhook_url) {
    const refusal = await vetWebhook(named.webhook_url);
    if (refusal) violations.push({ pointer: '/webhook_url', detail: refusal });
  }
  if (violations.length === 0) return changes;
  throw new DirectoryError('request.invalid', 'A member of the body cannot be accepted.', { violations });
}

function refuseNested(domain: string, text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return 'must be an https URL';
  if (url.username !== '' || url.password !== '' || url.port !== '') return 'must have no user name, password or port';
  const home = registrableDomain(domain);
  return registrableDomain(url.hostname) === home ? null : `must be on ${home}`;
}

/** An address that is in use already is not asked again, so it costs nothing to name it. */
async function takeConfirmation(
  domain: string,
  email: string,
  caller: Pick<Caller, 'network'>,
  { store, baseUrl, fingerprint }: Pick<Needs, 'store' | 'baseUrl' | 'fingerprint'>,
): Promise<void> {
  const channels = await store.getChannels(domain);
  if (!channels) throw new UnknownDomain(domain, baseUrl);
  if (channels.notify_email === email && channels.email_state === 'confirmed') return;
  const paid = paidDomain(domain);
  await takeBudgets(store, [
    { ...CONFIRMATIONS, subject: registrableDomain(domain), refusal: 'Too many confirmations for this domain' },
    {
      ...CONFIRMATIONS_BELOW,
      subject: paid,
      network: networkKey(caller.network, fingerprint),
      refusal: `Too many confirmations below ${paid}`,
    },
    {
      ...CONFIRMATIONS_OF_MAILBOX,
      subject: fingerprint(mailboxOf(email)),
      refusal: 'Too many confirmations for this address',
    },
  ]);
}
