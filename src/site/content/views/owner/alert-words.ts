export interface AlertChannels {
  readonly webhook_url: string | null;
  readonly webhook_state: 'active' | 'disabled' | null;
  readonly notify_email: string | null;
  readonly email_state: 'unconfirmed' | 'confirmed' | 'unsubscribed' | null;
}

const WEBHOOK_STATES = {
  active: { look: 'status valid', label: 'in use', note: null },
  disabled: {
    look: 'status invalid',
    label: 'disabled',
    note: 'The receiver answered 410 (gone), so we stopped. Save the address again to use it.',
  },
} as const;
const EMAIL_STATES = {
  unconfirmed: {
    look: 'status pending',
    label: 'waiting for confirmation',
    note: 'We have sent an email to this address. Open its link within three days and confirm. To get another email, save the address again.',
  },
  confirmed: { look: 'status valid', label: 'confirmed', note: null },
  unsubscribed: {
    look: 'status invalid',
    label: 'unsubscribed',
    note: 'The recipient unsubscribed. Only a link in an earlier email can change that.',
  },
} as const;

/** Describes the state of both channels, or null for a channel without an address. */
export function channelStates({ webhook_url, webhook_state, notify_email, email_state }: AlertChannels) {
  return {
    webhook: webhook_url === null || webhook_state === null ? null : WEBHOOK_STATES[webhook_state],
    email: notify_email === null || email_state === null ? null : EMAIL_STATES[email_state],
  };
}

export type ChannelState = ReturnType<typeof channelStates>['webhook' | 'email'];

const CHANNELS = { webhook: 'Webhook', email: 'Email' } as const;
const OUTCOMES: Readonly<Record<string, readonly [label: string, look: string]>> = {
  delivered: ['delivered', 'status valid'],
  pending: ['to be tried again', 'status pending'],
  unconfirmed: ['not sent: the address is not confirmed', 'status pending'],
  unsubscribed: ['not sent: the recipient unsubscribed', 'status invalid'],
  disabled: ['not sent: the webhook is disabled', 'status invalid'],
  failed: ['failed', 'status invalid'],
  dead: ['given up', 'status invalid'],
  cancelled: ['no longer sent', 'status'],
};

export function outcomeWords(channel: keyof typeof CHANNELS, status: string) {
  const [label, look] = OUTCOMES[status] ?? [status, 'status'];
  return { channel: CHANNELS[channel], label, look };
}

const TYPES: Readonly<Record<string, string>> = {
  'llms_txt.broken': 'llms.txt broken',
  'llms_txt.recovered': 'llms.txt valid again',
  'llms_txt.changed': 'llms.txt changed',
  'proof.missing': 'Proof missing',
  'proof.restored': 'Proof is back',
  'verification.lapsed': 'Verification lapsed',
  'ownership.renewed': 'Ownership proved again',
  'email.confirmation': 'Request to confirm',
  'verification.changed': 'Verification changed',
  'tier.changed': 'Tier changed',
  'watch.challenge': 'Request for the receiver’s consent',
  test: 'Test',
};

export function messageWords(type: string): string {
  return TYPES[type] ?? type;
}
