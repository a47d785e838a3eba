import { registrableDomain } from '../../directory/domain-name.ts';
import { DirectoryError, type Violation } from '../../directory/errors.ts';
import { parseMailAddress } from '../../directory/mail-address.ts';
import { isBlank, type ProfileChanges, profileMembers } from '../../directory/profile.ts';
import { domainSchema, toRecord } from '../../directory/record.ts';
import { hashMailbox, toMailbox } from '../../ownership/mailbox.ts';
import type { ServerSecrets } from '../../ownership/server-secrets.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../ownership/webhook-secret.ts';
import type { Caller } from '../caller.ts';
import { type DomainRules, domainInput, findDomainName, requireOwnedDomain, UnknownDomain } from '../domain-param.ts';
import { defineOperation } from '../operation.ts';
import { CONFIRMATIONS, CONFIRMATIONS_BELOW, CONFIRMATIONS_OF_MAILBOX } from '../quotas.ts';
import { SAMPLE_RECORD } from '../samples.ts';
import type { ReportsChanges, UsesFingerprint } from '../service-hooks.ts';
import { networkKey, takeBudgets, takesOfDomain } from '../take-budgets.ts';
import type { UsesStore } from '../uses-store.ts';
import { toRequestUrl } from '../watches/webhook-url.ts';

interface Deps
  extends DomainRules,
    UsesStore<'updateProfile' | 'getChannels' | 'takeQuotas'>,
    UsesFingerprint,
    ReportsChanges {
  readonly serverSecrets: ServerSecrets;
  /** True if a mail server is configured. Without a mail server, no address can be confirmed. */
  readonly sendsMail: boolean;
  /** Returns the reason to refuse a webhook URL, or null. */
  vetWebhook(url: string): Promise<string | null>;
}

export const updateSite = defineOperation({
  name: 'updateSite',
  summary: 'Edit the profile of a domain.',
  description:
    'Changes only the given members. Null clears a text or an address, and an empty list clears a list. A new webhook gets a new secret (see stats). A new email address must be confirmed first.',
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
  inspect: async (deps: Deps, { domain, ...named }, caller) => {
    const owned = typeof domain === 'string' ? findDomainName(domain, 'name', deps) : null;
    return owned !== null && owned === caller.keyDomain ? await vetAddresses(owned, named, deps) : [];
  },
  run: async (deps: Deps, input, caller) => {
    const { domain: typed, ...named } = input;
    const domain = requireOwnedDomain(typed, caller, deps);
    const violations = await vetAddresses(domain, named, deps);
    if (violations.length > 0) {
      throw new DirectoryError('request.invalid', 'A member of the body is invalid.', { violations });
    }
    if (named.notify_email && !deps.sendsMail) {
      throw new DirectoryError('mail.unavailable', 'This service sends no email. Use a webhook instead.');
    }
    const changes = toStored(named, deps);
    if (changes.notify_email) await takeConfirmation(domain, changes.notify_email, caller, deps);
    const webhookSecret = sealWebhookSecret(deps.serverSecrets, domain, newWebhookSecret());
    const mailboxes = changes.notify_email ? hashMailbox(deps.serverSecrets, changes.notify_email) : [];
    const facts = await deps.store.updateProfile(domain, changes, webhookSecret, mailboxes);
    if (!facts) throw new UnknownDomain(domain, deps.baseUrl);
    deps.changed(domain);
    return toRecord(facts, deps.baseUrl);
  },
});

/**
 * Checks addresses. Returns one violation per invalid address that the schema cannot check. The schema refuses members of another
 * type.
 */
async function vetAddresses(
  domain: string,
  { nested_llms_txt, notify_email, webhook_url }: Readonly<Record<string, unknown>>,
  { reservedNames, vetWebhook }: Pick<Deps, 'reservedNames' | 'vetWebhook'>,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const add = (pointer: string, detail: string | null) => {
    if (detail !== null) violations.push({ pointer, detail });
  };
  for (const [i, text] of (Array.isArray(nested_llms_txt) ? nested_llms_txt : []).entries()) {
    if (typeof text === 'string') add(`/nested_llms_txt/${i}`, refuseNested(domain, text));
  }
  if (typeof notify_email === 'string') {
    const parsed = parseMailAddress(notify_email, { reserved: reservedNames });
    add('/notify_email', parsed.ok ? null : parsed.detail);
  }
  if (typeof webhook_url === 'string') add('/webhook_url', await vetWebhook(toRequestUrl(webhook_url)));
  return violations;
}

function refuseNested(domain: string, text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return 'must be an https URL';
  if (url.username !== '' || url.password !== '' || url.port !== '') return 'must have no user name, password or port';
  const home = registrableDomain(domain);
  return registrableDomain(url.hostname) === home ? null : `must be on ${home}`;
}

/** Returns the changes as stored: blank text as null, and addresses without typed blanks and line ends. */
function toStored(named: ProfileChanges, { reservedNames }: Pick<Deps, 'reservedNames'>): ProfileChanges {
  const { nested_llms_txt, notify_email, webhook_url } = named;
  const mail = notify_email ? parseMailAddress(notify_email, { reserved: reservedNames }) : null;
  return {
    ...named,
    ...(isBlank(named.description) && { description: null }),
    ...(isBlank(named.contact) && { contact: null }),
    ...(nested_llms_txt && { nested_llms_txt: [...new Set(nested_llms_txt.map(toRequestUrl))] }),
    ...(mail?.ok && { notify_email: mail.address }),
    ...(webhook_url && { webhook_url: toRequestUrl(webhook_url) }),
  };
}

/** Counts a confirmation email. An address in use needs no confirmation, so it does not count. */
async function takeConfirmation(
  domain: string,
  email: string,
  caller: Pick<Caller, 'network'>,
  { store, baseUrl, fingerprint }: Pick<Deps, 'store' | 'baseUrl' | 'fingerprint'>,
): Promise<void> {
  const channels = await store.getChannels(domain);
  if (!channels) throw new UnknownDomain(domain, baseUrl);
  if (channels.notify_email === email && channels.email_state === 'confirmed') return;
  const network = networkKey(caller.network, fingerprint);
  await takeBudgets(store, [
    ...takesOfDomain(domain, network, { own: CONFIRMATIONS, below: CONFIRMATIONS_BELOW, things: 'confirmations' }),
    {
      ...CONFIRMATIONS_OF_MAILBOX,
      subject: fingerprint(toMailbox(email)),
      refusal: 'Too many confirmations for this address',
    },
  ]);
}
