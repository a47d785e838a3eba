import { z } from 'zod';
import { DAY_MS } from '../directory/duration.ts';
import { paths } from '../directory/urls.ts';
import { seal, unseal } from '../ownership/seal.ts';
import type { ServerSecrets } from '../ownership/server-secrets.ts';

export type MailLinkAction = 'confirm' | 'unsubscribe';

const PATHS = { confirm: paths.confirmMail, unsubscribe: paths.unsubscribeMail } as const;

/** Lifetime of links except unsubscribe links, limited because someone else may read an old email. */
const VALID_MS = { confirm: 3 * DAY_MS, unsubscribe: Number.POSITIVE_INFINITY } as const;

const tokenSchema = z.object({ email: z.string(), at: z.int() });

/** Email that contained a link. The email went to `email` at `at`, in ms. */
export type MailToken = z.infer<typeof tokenSchema>;

/**
 * Returns the path of a link that proves that its holder read an email about `domain`. The path contains the encrypted
 * address, so nothing is stored, and a log does not reveal the address.
 */
export function mailPath(secrets: ServerSecrets, action: MailLinkAction, domain: string, mail: MailToken): string {
  const token = seal(secrets, toContext(action, domain), JSON.stringify(mail));
  return `${PATHS[action]}?${new URLSearchParams({ domain, token })}`;
}

/** Returns null for a foreign or expired link. */
export function readMailToken(
  token: string,
  secrets: ServerSecrets,
  action: MailLinkAction,
  domain: string,
  now: number,
): MailToken | null {
  const text = unseal(secrets, toContext(action, domain), token);
  if (text === null) return null;
  const mail = tokenSchema.parse(JSON.parse(text));
  return now - mail.at < VALID_MS[action] ? mail : null;
}

const toContext = (action: MailLinkAction, domain: string): string => `mail|${action}|${domain}`;
