import { z } from 'zod';
import { DAY_MS } from '../directory/duration.ts';
import { paths } from '../directory/urls.ts';
import { seal, unseal } from '../ownership/seal.ts';
import type { ServerSecrets } from '../ownership/server-secrets.ts';

export type MailLinkAction = 'confirm' | 'unsubscribe';

const PATHS = { confirm: paths.confirmMail, unsubscribe: paths.unsubscribeMail } as const;

/** A mail that lies about for longer may be read by somebody else. Whoever wants no mail can say so for ever. */
const VALID_MS = { confirm: 3 * DAY_MS, unsubscribe: Number.POSITIVE_INFINITY } as const;

const tokenSchema = z.object({ email: z.string(), at: z.int() });

/** What the holder of a link has read: a mail to `email`, made at `at` (milliseconds). */
export type MailToken = z.infer<typeof tokenSchema>;

/**
 * The path of a link that proves that its holder has read a mail about `domain`. The address is in it, encrypted: nothing is stored,
 * and whoever sees the link in a log does not learn the address.
 */
export function mailPath(secrets: ServerSecrets, action: MailLinkAction, domain: string, mail: MailToken): string {
  const token = seal(secrets, contextOf(action, domain), JSON.stringify(mail));
  return `${PATHS[action]}?${new URLSearchParams({ domain, token })}`;
}

/** Null for a link that no server with these secrets has made, or that is no longer valid. */
export function readMailToken(
  token: string,
  secrets: ServerSecrets,
  action: MailLinkAction,
  domain: string,
  now: number,
): MailToken | null {
  const text = unseal(secrets, contextOf(action, domain), token);
  if (text === null) return null;
  const mail = tokenSchema.parse(JSON.parse(text));
  return now - mail.at < VALID_MS[action] ? mail : null;
}

const contextOf = (action: MailLinkAction, domain: string): string => `mail|${action}|${domain}`;
