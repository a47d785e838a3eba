import { z } from 'zod';
import { DirectoryError } from '../../directory/errors.ts';
import type { EmailState } from '../../store/ownership.ts';
import { type DomainRules, domainInput, requireOwnedDomain, requireTracked } from '../domain-param.ts';
import { defineOperation } from '../operation.ts';
import { TEST_EVENTS, TEST_EVENTS_BELOW } from '../quotas.ts';
import type { UsesFingerprint } from '../service-hooks.ts';
import { networkKey, takeBudgets, takesOfDomain } from '../take-budgets.ts';
import type { UsesStore } from '../uses-store.ts';

export const testSchema = z.object({
  domain: z.string(),
  type: z.literal('test'),
  outcomes: z
    .array(
      z.object({
        channel: z.enum(['webhook', 'email']),
        status: z.enum(['delivered', 'failed', 'disabled', 'unconfirmed', 'unsubscribed']),
        detail: z.string().nullable().describe('Reason of a failed delivery.'),
      }),
    )
    .describe('One result per configured channel.'),
});
export type TestOutcome = z.infer<typeof testSchema>['outcomes'][number];

interface Deps extends DomainRules, UsesStore<'getChannels' | 'takeQuotas'>, UsesFingerprint {
  /** Sends a test event to every usable channel. */
  sendTest(domain: string): Promise<readonly TestOutcome[]>;
}

export const testNotification = defineOperation({
  name: 'testNotification',
  summary: 'Send a test event.',
  description: 'Sends a test event to the webhook and the email address of the domain now, and returns each result.',
  access: 'owner',
  input: domainInput,
  output: testSchema,
  example: {
    domain: 'example.com',
    type: 'test',
    outcomes: [{ channel: 'webhook', status: 'delivered', detail: null }],
  },
  http: {
    method: 'POST',
    path: '/v1/sites/{domain}/notify/test',
    quota: 'read',
    success: { 200: 'One result per configured channel.' },
    errors: ['domain.unknown', 'store.unavailable', 'notifications.unconfigured'],
  },
  run: async (deps: Deps, input, caller) => {
    const domain = requireOwnedDomain(input.domain, caller, deps);
    const channels = requireTracked(await deps.store.getChannels(domain), domain, deps);
    if (channels.webhook_url === null && channels.notify_email === null) {
      throw new DirectoryError('notifications.unconfigured', `${domain} has no webhook and no email address.`);
    }
    const budgets = { own: TEST_EVENTS, below: TEST_EVENTS_BELOW, things: 'test events' };
    const network = networkKey(caller.network, deps.fingerprint);
    await takeBudgets(deps.store, takesOfDomain(domain, network, budgets));
    const sent = await deps.sendTest(domain);
    const outcomes: TestOutcome[] = [];
    if (channels.webhook_url !== null) {
      outcomes.push(sent.find(({ channel }) => channel === 'webhook') ?? CLOSED_WEBHOOK);
    }
    if (channels.notify_email !== null) {
      outcomes.push(sent.find(({ channel }) => channel === 'email') ?? closedMail(channels.email_state));
    }
    return { domain, type: 'test' as const, outcomes };
  },
});

const CLOSED_WEBHOOK: TestOutcome = {
  channel: 'webhook',
  status: 'disabled',
  detail: 'The receiver responded with 410. Set the URL again to use it.',
};

function closedMail(state: EmailState | null): TestOutcome {
  return state === 'unsubscribed'
    ? {
        channel: 'email',
        status: 'unsubscribed',
        detail: 'The recipient unsubscribed. Only a link in an earlier email can allow emails again.',
      }
    : { channel: 'email', status: 'unconfirmed', detail: 'The recipient has not confirmed the address yet.' };
}
