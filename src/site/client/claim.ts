import { askApi, isObject } from './answer.ts';
import { element } from './element.ts';

/** Asks for this visitor's token, puts it into the snippets, and has the proof looked for: the three steps of the page, as buttons. */
for (const panel of document.querySelectorAll<HTMLElement>('[data-claim]')) {
  const domain = panel.dataset['claim'] ?? '';
  const [first, , last] = panel.querySelectorAll<HTMLElement>('.steps > li');
  if (!first || !last) continue;
  let endpoint: string | null = null;

  const get = element('button', { type: 'button' }, 'Get my token');
  const gotten = element('p', { role: 'status' });
  get.addEventListener('click', async () => {
    const answer = await askApi(`/v1/sites/${domain}/verification`);
    if (!answer.ok) {
      gotten.textContent = answer.detail;
      return;
    }
    const { token, methods, verify_endpoint } = answer.body;
    if (typeof verify_endpoint === 'string')
      endpoint = new URL(verify_endpoint).pathname + new URL(verify_endpoint).search;
    gotten.replaceChildren('Your token is ', element('code', {}, String(token)), '. It is in the snippets below.');
    const snippets = panel.querySelectorAll<HTMLElement>('[data-proof] code');
    for (const [at, method] of (Array.isArray(methods) ? methods : []).entries()) {
      const snippet = snippets[at];
      if (snippet && isObject(method)) snippet.textContent = String(method['snippet']);
    }
    get.remove();
    verify.disabled = false;
  });

  const verify = element('button', { type: 'button', disabled: '' }, 'Look for my proof');
  const verified = element('div', { role: 'status' });
  verify.addEventListener('click', async () => {
    if (!endpoint) return;
    verified.textContent = 'Looking in all four places …';
    const answer = await askApi(endpoint, { method: 'POST' });
    if (answer.ok) {
      verified.replaceChildren(
        element('p', {}, 'Verified. This is your owner key; it is shown only now:'),
        element('pre', {}, element('code', {}, String(answer.body['api_key']))),
      );
      return;
    }
    verified.replaceChildren(
      element('p', {}, answer.detail),
      element('ul', {}, ...answer.errors.map((error) => element('li', {}, error))),
    );
  });
  first.append(element('p', {}, get), gotten);
  last.append(element('p', {}, verify), verified);
}
