import { type MailLinkAction, type MailToken, mailPath, readMailToken } from '../../../src/alerts/mail-links.ts';
import { parseDomainName } from '../../../src/directory/domain-name.ts';
import { DirectoryError } from '../../../src/directory/errors.ts';
import { paths } from '../../../src/directory/urls.ts';
import { hashMailbox } from '../../../src/ownership/mailbox.ts';
import type { MailPage } from '../../../src/site/content/page.ts';
import type { Channels } from '../../../src/store/ownership.ts';
import { type Answer, uncachedAnswer } from '../pipeline/answer.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import { prefersPage } from '../pipeline/negotiate.ts';
import type { PageDeps } from './page-deps.ts';

/** Question and action of an email link, or null if it is no longer valid. */
export interface MailAction {
  readonly path: string;
  readonly act: MailLinkAction;
  ask(link: MailLink, channels: Channels | null, deps: PageDeps): MailPage | null;
  run(link: MailLink, deps: PageDeps): Promise<MailPage | null>;
}

interface MailLink extends MailToken {
  readonly domain: string;
}

export const MAIL_ACTIONS: readonly MailAction[] = [
  {
    path: paths.confirmMail,
    act: 'confirm',
    ask({ domain, email }, channels) {
      if (channels?.notify_email !== email) return null;
      return {
        title: `Send alerts about ${domain} to this address?`,
        note: 'We send an email if the llms.txt becomes invalid, its site is unreachable, or its proof of ownership is missing. Every email has an unsubscribe link.',
        domain,
        button: 'Send them',
        action: null,
      };
    },
    async run({ domain, email, at }, { store, serverSecrets }) {
      const mailboxes = hashMailbox(serverSecrets, email);
      const outcome = await store.confirmEmail({ domain, email, mailboxes, at: new Date(at).toISOString() });
      if (outcome === 'refused') return null;
      if (outcome === 'confirmed') return done(domain, `Alerts about ${domain} will be sent to this address`);
      return done(
        domain,
        'This address can get confirmation requests again',
        `It is not the current address of ${domain}.`,
      );
    },
  },
  {
    path: paths.unsubscribeMail,
    act: 'unsubscribe',
    ask(link, channels, deps) {
      const { domain, email } = link;
      if (channels?.notify_email === email && channels.email_state === 'unsubscribed') return unsubscribed(link, deps);
      return {
        title: `Stop emails about ${domain} to this address?`,
        note: 'The entry does not change. Only you can allow emails to this address again.',
        domain,
        button: 'No more mail',
        action: null,
      };
    },
    async run(link, deps) {
      const { domain, email } = link;
      const mailboxes = hashMailbox(deps.serverSecrets, email);
      await deps.store.unsubscribeEmail({ domain, email, mailboxes, at: new Date(deps.now()).toISOString() });
      return unsubscribed(link, deps);
    },
  },
];

function done(domain: string, title: string, note: string | null = null): MailPage {
  return { title, note, domain, button: null, action: null };
}

/** Offers to allow emails again, for readers of this mailbox only. */
function unsubscribed({ domain, email }: MailLink, { serverSecrets, now }: PageDeps): MailPage {
  return {
    title: `This address gets no more emails about ${domain}`,
    note: 'No one can request alerts about another domain for this address.',
    domain,
    button: 'Allow mail again',
    // Use a later time than the decision to undo, which may be in this millisecond.
    action: mailPath(serverSecrets, 'confirm', domain, { email, at: now() + 1 }),
  };
}

const INVALID = {
  title: 'This link is no longer valid',
  note: 'The address was changed or removed, a confirmation is older than three days, or the link is incomplete.',
  domain: null,
  button: null,
  action: null,
} satisfies MailPage;

/**
 * Serves the page of an email link. A GET shows the question and only a POST acts, because mail scanners fetch links.
 * Rejects with `DirectoryError` not_found for an invalid link, except from a browser.
 */
export async function answerMailPage(c: AppContext, action: MailAction, deps: PageDeps): Promise<Answer> {
  const link = readLink(c, action.act, deps);
  const page = link && (await (c.req.method === 'POST' ? action.run(link, deps) : ask(link, action, deps)));
  if (!page && !prefersPage(c.req.header('accept'))) {
    throw new DirectoryError('not_found', `${INVALID.title}: ${INVALID.note}`);
  }
  const rendered = await deps.renderer.show(action.path, { kind: 'mail', ...(page ?? INVALID) });
  return uncachedAnswer({ ...rendered, status: page ? 200 : 404 });
}

async function ask(link: MailLink, action: MailAction, deps: PageDeps): Promise<MailPage | null> {
  return action.ask(link, await deps.store.getChannels(link.domain), deps);
}

function readLink(c: AppContext, act: MailLinkAction, { serverSecrets, now }: PageDeps): MailLink | null {
  const named = parseDomainName(c.req.query('domain') ?? '', { form: 'name', reserved: true });
  if (!named.ok) return null;
  const { domain } = named;
  const token = readMailToken(c.req.query('token') ?? '', serverSecrets, act, domain, now());
  return token && { ...token, domain };
}
