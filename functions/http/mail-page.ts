import { isMailToken, type MailAct } from '../../src/alerts/mail-links.ts';
import { parseDomainName } from '../../src/directory/domain-name.ts';
import { DirectoryError } from '../../src/directory/errors.ts';
import { paths } from '../../src/directory/urls.ts';
import type { Renderer } from '../../src/site/build/renderer.ts';
import type { MailPage } from '../../src/site/page.ts';
import type { EmailState } from '../../src/store/ownership.ts';
import type { Store } from '../../src/store/store.ts';
import type { Answer, Call } from './answer.ts';
import { asksForPage } from './negotiate.ts';

export interface MailPageContext {
  readonly store: Pick<Store, 'getChannels' | 'setEmailState'>;
  readonly serverSecret: string;
  readonly renderer: Pick<Renderer, 'show'>;
}

interface Act {
  readonly act: MailAct;
  readonly ask: (domain: string) => string;
  readonly note: string;
  readonly button: string;
  readonly done: (domain: string) => string;
  readonly from: readonly EmailState[];
  readonly to: EmailState;
}

const ACTS: Readonly<Record<string, Act>> = {
  [paths.confirmMail]: {
    act: 'confirm',
    ask: (domain) => `Send alerts about ${domain} to this address?`,
    note: 'A mail comes when the llms.txt breaks, its site is unreachable, or its proof of ownership is missing. Every mail can end them.',
    button: 'Send them',
    done: (domain) => `Alerts about ${domain} will be sent to this address`,
    from: ['unconfirmed', 'confirmed'],
    to: 'confirmed',
  },
  [paths.unsubscribeMail]: {
    act: 'unsubscribe',
    ask: (domain) => `Send no more mail about ${domain} to this address?`,
    note: 'The entry itself stays as it is. Who holds its owner key can enter an address again.',
    button: 'No more mail',
    done: (domain) => `No more mail about ${domain} will be sent to this address`,
    from: ['unconfirmed', 'confirmed', 'unsubscribed'],
    to: 'unsubscribed',
  },
};

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];
const INVALID = {
  title: 'This link is not valid any more',
  note: 'The address was changed or removed, or the link is not whole.',
  domain: null,
  button: null,
} satisfies MailPage;

/**
 * The pages behind the links of a mail; null for another path. Mail programs and scanners fetch links, so a GET only asks; the POST acts.
 * Throws a `DirectoryError` for another method, and for a link that is not valid where no browser asks; `fields` go with it.
 */
export async function answerMailPage(
  call: Call,
  context: MailPageContext,
  fields: Record<string, string>,
): Promise<Answer | null> {
  const act = ACTS[call.path];
  if (!act) return null;
  const show = async (status: number, page: MailPage): Promise<Answer> => {
    const { contentType, body } = await context.renderer.show(call.path, { kind: 'mail', ...page });
    return { status, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body };
  };
  const refuse = (): Promise<Answer> => {
    if (asksForPage(call.header('accept'))) return show(404, INVALID);
    throw new DirectoryError('not_found', `${INVALID.title}: ${INVALID.note}`);
  };
  if (!METHODS.includes(call.method)) {
    fields['allow'] = METHODS.join(', ');
    throw new DirectoryError('method.not_allowed', 'The links of a mail answer GET and POST.');
  }
  const query = new URLSearchParams(call.query);
  const named = parseDomainName(query.get('domain') ?? '', { form: 'name', reserved: true });
  const token = query.get('token') ?? '';
  const channels = named.ok ? await context.store.getChannels(named.domain) : null;
  const email = channels?.notify_email ?? null;
  if (!named.ok || email === null || !isMailToken(token, context.serverSecret, act.act, named.domain, email)) {
    return await refuse();
  }
  const { domain } = named;
  if (call.method !== 'POST') {
    return await show(200, { title: act.ask(domain), note: act.note, domain, button: act.button });
  }
  const isDone = await context.store.setEmailState(domain, email, act.from, act.to);
  return isDone ? await show(200, { title: act.done(domain), note: null, domain, button: null }) : await refuse();
}
