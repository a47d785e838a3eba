import { askApi, isObject } from './answer.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { element } from './element.ts';

const OUTCOMES: Readonly<Record<string, readonly [word: string, look: string]>> = {
  present: ['found', 'valid'],
  absent: ['not there', 'invalid'],
  inconclusive: ['could not be read', 'pending'],
};
const METHODS: Readonly<Record<string, string>> = {
  llms_txt: 'llms.txt link',
  dns: 'DNS record',
  meta: 'meta element',
  well_known: 'well-known file',
};

/** The steps of a claim as buttons: this visitor's token in the snippets, and the proof looked for in all four places. */
for (const panel of document.querySelectorAll<HTMLElement>('[data-claim]')) openClaim(panel);

function openClaim(panel: HTMLElement): void {
  const domain = panel.dataset['claim'] ?? '';
  const [first, , last] = panel.querySelectorAll<HTMLElement>('.steps > li');
  if (!first || !last) return;
  let endpoint = panel.dataset['endpoint'] ?? null;
  const form = panel.querySelector('form') ?? element('form', {}, element('button', {}, 'Look for my proof'));
  const verify = form.querySelector('button');
  const seen = element('div', { role: 'status', class: 'seen' });
  if (!verify) return;
  if (!form.isConnected) last.append(form);
  form.after(seen);

  if (endpoint === null) {
    verify.disabled = true;
    const get = element('button', { type: 'button' }, 'Get my token');
    const gotten = element('p', { role: 'status' });
    get.addEventListener('click', async () => {
      endpoint = await fillIn(panel, domain, gotten);
      if (endpoint === null) return;
      get.remove();
      verify.disabled = false;
    });
    first.append(element('p', {}, get), gotten);
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (endpoint === null) return;
    verify.disabled = true;
    seen.replaceChildren(element('p', {}, 'Looking in all four places …'));
    const answer = await askApi(endpoint, { method: 'POST' });
    verify.disabled = answer.ok;
    if (answer.ok) seen.replaceChildren(...showKey(domain, answer.body), ...showMethods(answer.body['methods']));
    else
      seen.replaceChildren(
        element('p', { class: 'warning-line' }, [answer.detail, ...answer.errors].join(' ')),
        ...showMethods(answer.body['methods']),
      );
    addCopyButtons(seen);
  });
}

/** Puts this visitor's token into the snippets. The path to post to, or null when there was no answer. */
async function fillIn(panel: HTMLElement, domain: string, gotten: HTMLElement): Promise<string | null> {
  const answer = await askApi(`/v1/sites/${domain}/verification`);
  if (!answer.ok) {
    gotten.textContent = answer.detail;
    return null;
  }
  const { token, methods, verify_endpoint } = answer.body;
  gotten.replaceChildren('Your token is ', element('code', {}, String(token)), '. It is in the snippets below.');
  const snippets = panel.querySelectorAll<HTMLElement>('[data-proof] code');
  for (const [at, method] of (Array.isArray(methods) ? methods : []).entries()) {
    const snippet = snippets[at];
    if (snippet && isObject(method)) snippet.textContent = String(method['snippet']);
  }
  const { pathname, search } = new URL(String(verify_endpoint));
  return pathname + search;
}

function showKey(domain: string, { via, api_key, badge }: Readonly<Record<string, unknown>>): HTMLElement[] {
  const html = isObject(badge) ? String(badge['html']) : '';
  return [
    element('h3', {}, `${domain} is yours`),
    element(
      'p',
      {},
      `Verified by ${METHODS[String(via)] ?? 'your proof'}. This is your owner key. It is shown only now, and whoever holds it can edit this entry: keep it where you keep passwords.`,
    ),
    element('pre', { class: 'key' }, element('code', {}, String(api_key))),
    element(
      'p',
      {},
      'Lost it? Claim again: that makes a new key and ends this one. Leave the proof in place: it is looked for with every visit.',
    ),
    element('p', {}, 'The badge for your pages:'),
    element('pre', {}, element('code', {}, html)),
    element(
      'p',
      { class: 'actions' },
      element('a', { class: 'button', href: `/domain/${domain}` }, 'Open your page'),
      element('a', { class: 'button quiet-button', href: '/docs/owners' }, 'What owners can do'),
    ),
  ];
}

/** For each method what was looked for, where, and what was there. */
function showMethods(methods: unknown): HTMLElement[] {
  if (!Array.isArray(methods)) return [];
  const items = methods.filter(isObject).map((report) => {
    const [word, look] = OUTCOMES[String(report['outcome'])] ?? ['', ''];
    return element(
      'li',
      {},
      element(
        'p',
        {},
        element('strong', {}, METHODS[String(report['method'])] ?? String(report['method'])),
        ' ',
        element('span', { class: `status ${look}` }, word),
      ),
      element(
        'dl',
        { class: 'facts wide' },
        fact('Looked for', element('code', {}, String(report['looked_for']))),
        fact('Where', element('code', {}, String(report['where']))),
        fact('Seen', element('bdi', {}, String(report['seen']))),
      ),
    );
  });
  return [element('ul', { class: 'plain proofs' }, ...items)];
}

function fact(name: string, value: Node): HTMLElement {
  return element('div', {}, element('dt', {}, name), element('dd', { class: 'break' }, value));
}
