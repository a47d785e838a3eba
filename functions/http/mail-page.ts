import { type MailLinkAction, readMailToken } from '../../src/alerts/mail-links.ts';
import { parseDomainName } from '../../src/directory/domain-name.ts';
import { DirectoryError } from '../../src/directory/errors.ts';
import { paths } from '../../src/directory/urls.ts';
import type { ServerSecrets } from '../../src/ownership/server-secrets.ts';
import type { Renderer } from '../../src/site/build/renderer.ts';
import type { MailPage } from '../../src/site/page.ts';
import type { EmailState } from '../../src/store/ownership.ts';
import type { Store } from '../../src/store/store.ts';
import type { Answer } from './answer.ts';
import type { AppContext } from './app-env.ts';
import { prefersPage } from './negotiate.ts';

export interface MailPageNeeds {
  readonly store: Pick<Store, 'getChannels' | 'setEmailState'>;
  readonly serverSecrets: ServerSecrets;
  readonly renderer: Pick<Renderer, 'show'>;
}

/** What the link of a mail asks and does. */
export interface MailAction {
  readonly path: string;
  readonly act: MailLinkAction;
  readonly question: (domain: string) => string;
  readonly note: string;
  readonly button: string;
  readonly done: (domain: string) => string;
  readonly from: readonly EmailState[];
  readonly to: EmailState;
}

export const MAIL_ACTIONS: readonly MailAction[] = [
  {
    path: paths.confirmMail,
    act: 'confirm',
    question: (domain) => `Send alerts about ${domain} to this address?`,
    note: 'A mail comes when the llms.txt breaks, its site is unreachable, or its proof of ownership is missing. Every mail can end them.',
    button: 'Send them',
    done: (domain) => `Alerts about ${domain} will be sent to this address`,
    from: ['unconfirmed', 'confirmed'],
    to: 'confirmed',
  },
  {
    path: paths.unsubscribeMail,
    act: 'unsubscribe',
    question: (domain) => `Send no more mail about ${domain} to this address?`,
    note: 'The entry itself stays as it is. Who holds its owner key can enter an address again.',
    button: 'No more mail',
    done: (domain) => `No more mail about ${domain} will be sent to this address`,
    from: ['unconfirmed', 'confirmed', 'unsubscribed'],
    to: 'unsubscribed',
  },
];

const INVALID = {
  title: 'This link is not valid any more',
  note: 'The address was changed or removed, or the link is not whole.',
  domain: null,
  button: null,
} satisfies MailPage;

/**
 * The page behind the link of a mail. Mail programs and scanners fetch links, so a GET only asks; the POST acts.
 * Rejects with `DirectoryError` not_found for a link that is not valid where no browser asks.
 */
export async function answerMailPage(c: AppContext, action: MailAction, needs: MailPageNeeds): Promise<Answer> {
  const { store } = needs;
  const show = async (status: number, page: MailPage): Promise<Answer> => {
    const { contentType, body } = await needs.renderer.show(action.path, { kind: 'mail', ...page });
    return { status, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body };
  };
  const refuse = (): Promise<Answer> => {
    if (prefersPage(c.req.header('accept'))) return show(404, INVALID);
    throw new DirectoryError('not_found', `${INVALID.title}: ${INVALID.note}`);
  };
  const named = parseDomainName(c.req.query('domain') ?? '', { form: 'name', reserved: true });
  const token = c.req.query('token') ?? '';
  const email = named.ok ? readMailToken(token, needs.serverSecrets, action.act, named.domain) : null;
  if (!named.ok || email === null || (await store.getChannels(named.domain))?.notify_email !== email) {
    return await refuse();
  }
  const { domain } = named;
  const { question, note, button, done, from, to } = action;
  if (c.req.method !== 'POST') return await show(200, { title: question(domain), note, domain, button });
  const isDone = await store.setEmailState(domain, email, from, to);
  return isDone ? await show(200, { title: done(domain), note: null, domain, button: null }) : await refuse();
}
