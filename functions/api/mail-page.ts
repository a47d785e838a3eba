import { parseDomainName } from '../../src/directory/domain-name.ts';
import { paths } from '../../src/site/urls.ts';
import type { EmailState } from '../../src/store/ownership.ts';
import type { Store } from '../../src/store/store.ts';
import { isMailToken, type MailAct } from '../alerts/mail-links.ts';
import type { Answer, Call } from './exchange.ts';

export interface MailPageContext {
  readonly store: Pick<Store, 'getChannels' | 'setEmailState'>;
  readonly serverSecret: string;
  readonly serviceName: string;
}

interface Act {
  readonly act: MailAct;
  readonly ask: (domain: string) => string;
  readonly button: string;
  readonly done: (domain: string) => string;
  readonly from: readonly EmailState[];
  readonly to: EmailState;
}

const ACTS: Readonly<Record<string, Act>> = {
  [paths.confirmMail]: {
    act: 'confirm',
    ask: (domain) => `Send alerts about ${domain} to this address?`,
    button: 'Send them',
    done: (domain) => `Alerts about ${domain} will be sent to this address.`,
    from: ['unconfirmed', 'confirmed'],
    to: 'confirmed',
  },
  [paths.unsubscribeMail]: {
    act: 'unsubscribe',
    ask: (domain) => `Send no more mail about ${domain} to this address?`,
    button: 'No more mail',
    done: (domain) => `No more mail about ${domain} will be sent to this address.`,
    from: ['unconfirmed', 'confirmed', 'unsubscribed'],
    to: 'unsubscribed',
  },
};

const METHODS = 'GET, HEAD, POST';

/** The pages behind the links of a mail. Mail programs and scanners fetch links, so a GET only asks; the POST acts. */
export async function answerMailPage(call: Call, context: MailPageContext): Promise<Answer | null> {
  const act = ACTS[call.path];
  if (!act) return null;
  if (!['GET', 'HEAD', 'POST'].includes(call.method)) return page(405, 'This page answers GET and POST.', '', METHODS);
  const query = new URLSearchParams(call.query);
  const domain = parseDomainName(query.get('domain') ?? '', { form: 'name', reserved: true });
  const token = query.get('token') ?? '';
  const channels = domain.ok ? await context.store.getChannels(domain.domain) : null;
  const email = channels?.notify_email ?? null;
  if (!domain.ok || email === null || !isMailToken(token, context.serverSecret, act.act, domain.domain, email)) {
    return page(404, 'This link is not valid any more.', '');
  }
  if (call.method !== 'POST')
    return page(200, act.ask(domain.domain), `<form method="post"><button>${act.button}</button></form>`);
  const isDone = await context.store.setEmailState(domain.domain, email, act.from, act.to);
  return isDone ? page(200, act.done(domain.domain), '') : page(404, 'This link is not valid any more.', '');
}

/** `text` is ours and names at most a canonical domain: nothing in it needs escaping. */
function page(status: number, text: string, form: string, allow?: string): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(allow && { allow }),
    },
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>${text}</title></head><body><main><h1>${text}</h1>${form}</main></body></html>
`,
  };
}
