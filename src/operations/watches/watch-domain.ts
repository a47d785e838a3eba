import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { registrableDomain } from '../../directory/domain-name.ts';
import { DAY_S } from '../../directory/duration.ts';
import { DirectoryError } from '../../directory/errors.ts';
import { webhookUrlText } from '../../directory/profile.ts';
import { instantSchema } from '../../directory/state.ts';
import { paths } from '../../directory/urls.ts';
import type { ServerSecrets } from '../../ownership/server-secrets.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../ownership/webhook-secret.ts';
import { type DomainRules, domainInput, parseDomainParam, requireTracked, UnknownDomain } from '../domain-param.ts';
import { defineOperation } from '../operation.ts';
import {
  CHALLENGES_OF_NETWORK,
  CHALLENGES_OF_RECEIVER,
  WATCH_DAYS,
  WATCHES_OF_DOMAIN,
  WATCHES_OF_NETWORK,
} from '../quotas.ts';
import type { UsesFingerprint } from '../service-hooks.ts';
import { networkKey, takeBudgets } from '../take-budgets.ts';
import type { UsesStore } from '../uses-store.ts';
import { toRequestUrl } from './webhook-url.ts';

/** Bytes of a token. Nobody can guess 128 bits. */
const TOKEN_BYTES = 16;

export const watchSchema = z.object({
  id: z.string(),
  domain: z.string(),
  expires_at: instantSchema.describe('End of the watch. The same request renews the watch before that.'),
  secret: z
    .string()
    .nullable()
    .describe(
      'Secret that signs every event, as in Standard Webhooks. Shown only once. Null if the request renewed a watch.',
    ),
  delete_url: z
    .url()
    .nullable()
    .describe('`DELETE` ends the watch. Anyone who has the URL can end the watch. Shown only once, like `secret`.'),
});

interface Deps extends DomainRules, UsesStore<'openWatch' | 'takeQuotas' | 'lookup'>, UsesFingerprint {
  readonly serverSecrets: ServerSecrets;
  readonly now: () => number;
  /** Returns the reason that a URL is not allowed as webhook, or null. */
  vetWebhook(url: string): Promise<string | null>;
  /** Sends a challenge to a receiver. Returns null if the receiver agrees, or else the reason of the refusal. */
  challenge(watch: Challenge): Promise<string | null>;
}

/** Receiver of a watch, with the secret of its signatures. */
export interface Challenge {
  readonly domain: string;
  readonly webhookUrl: string;
  readonly secret: string;
}

export const watchDomain = defineOperation({
  name: 'watchDomain',
  summary: 'Watch a domain.',
  description: `Posts signed events to a webhook: \`llms_txt.changed\`, \`llms_txt.broken\`, \`llms_txt.recovered\`, \`verification.changed\` and \`tier.changed\`, at most one of each type per hour. The receiver must first agree: it must respond to a \`watch.challenge\` with the value of \`data.challenge\`. A watch lasts ${WATCH_DAYS} days, and the same request from the same network renews it. It ends if the receiver responds with 410 or accepts no event for about four days. A network can have ${WATCHES_OF_DOMAIN} watches of a domain and ${WATCHES_OF_NETWORK} in total.`,
  access: 'public',
  input: domainInput.extend({
    webhook_url: webhookUrlText
      .describe('Public https URL that receives the events.')
      .meta({ examples: ['https://hooks.example.com/llms'] }),
  }),
  output: watchSchema,
  example: {
    id: '6b1f0c3e-0d0b-4c57-9a55-2f1c4b8f9a10',
    domain: 'example.com',
    expires_at: '2027-02-18T10:00:00.000Z',
    secret: 'whsec_K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    delete_url:
      'https://directory.example/v1/watches/6b1f0c3e-0d0b-4c57-9a55-2f1c4b8f9a10?token=00112233445566778899aabbccddeeff',
  },
  http: {
    method: 'POST',
    path: '/v1/watches',
    quota: 'fetch',
    takesBody: true,
    success: { 201: 'The receiver agreed, and the watch is active.', 200: 'The watch has been renewed.' },
    errors: ['domain.unknown', 'watch.full', 'watch.not_agreed', 'store.unavailable'],
    respond: ({ secret }) => ({ status: secret === null ? 200 : 201, headers: {} }),
  },
  tool: {
    name: 'watch_domain',
    title: 'Watch a domain',
    advice:
      'Use it only with a receiver of your user. Show the user the secret and the delete_url, because they are shown only once.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    text: ({ domain, expires_at, secret, delete_url }) =>
      secret === null
        ? `The watch of ${domain} has been renewed until ${expires_at}.`
        : `Events about ${domain} are sent until ${expires_at}. Store these now, because they are shown only once: secret ${secret}, delete_url ${delete_url}.`,
  },
  run: async (deps: Deps, input, caller) => {
    const domain = parseDomainParam(input.domain, 'name-or-url', deps);
    const webhookUrl = toRequestUrl(input.webhook_url);
    const refusal = await deps.vetWebhook(webhookUrl);
    if (refusal !== null) {
      throw new DirectoryError('request.invalid', 'The webhook cannot be used.', {
        violations: [{ pointer: '/webhook_url', detail: refusal }],
      });
    }
    requireTracked(await deps.store.lookup(domain), domain, deps);
    const network = networkKey(caller.network, deps.fingerprint);
    await takeChallenge(webhookUrl, network, deps);
    const secret = newWebhookSecret();
    const reason = await deps.challenge({ domain, webhookUrl, secret });
    if (reason !== null) throw new DirectoryError('watch.not_agreed', `The receiver did not agree: ${reason}.`);
    return await open({ domain, webhookUrl, secret, network }, deps);
  },
});

interface Agreed extends Challenge {
  readonly network: string;
}

async function open(
  { domain, webhookUrl, secret, network }: Agreed,
  deps: Deps,
): Promise<z.output<typeof watchSchema>> {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const expires_at = new Date(deps.now() + WATCH_DAYS * DAY_S * 1_000).toISOString();
  const opened = await deps.store.openWatch({
    domain,
    webhook_url: webhookUrl,
    secret: sealWebhookSecret(deps.serverSecrets, domain, secret),
    network,
    token_hash: hashWatchToken(token),
    expires_at,
    most_of_network: WATCHES_OF_NETWORK,
    most_of_domain: WATCHES_OF_DOMAIN,
  });
  if (opened === null) throw new UnknownDomain(domain, deps.baseUrl);
  if (!('id' in opened)) {
    const most =
      opened.result === 'full_domain' ? `${WATCHES_OF_DOMAIN} watches of ${domain}` : `${WATCHES_OF_NETWORK} watches`;
    throw new DirectoryError('watch.full', `Your network already has ${most}, the maximum.`);
  }
  const { id, result } = opened;
  const isNew = result === 'opened';
  return {
    id,
    domain,
    expires_at,
    secret: isNew ? secret : null,
    delete_url: isNew ? `${deps.baseUrl}${paths.watch(id)}?token=${token}` : null,
  };
}

/** Counts a challenge against the quotas of the network and of the receiver. */
async function takeChallenge(webhookUrl: string, network: string, { store, fingerprint }: Deps): Promise<void> {
  const receiver = registrableDomain(new URL(webhookUrl).hostname);
  await takeBudgets(store, [
    { ...CHALLENGES_OF_NETWORK, subject: network, refusal: 'No more watches from your network today' },
    {
      ...CHALLENGES_OF_RECEIVER,
      subject: fingerprint(`receiver|${receiver}`),
      network,
      refusal: `Too many challenges to ${receiver}`,
    },
  ]);
}

/** Hashes a token. A plain hash is enough, because the token is random. */
export function hashWatchToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
