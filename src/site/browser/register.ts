import { askApi } from './answer.ts';
import { element } from './element.ts';

/** A button that adds the domain, above the command that does the same. */
for (const panel of document.querySelectorAll<HTMLElement>('[data-register]')) {
  const domain = panel.dataset['register'] ?? '';
  const button = element('button', { type: 'button' }, `Add ${domain}`);
  const says = element('p', { role: 'status' });
  button.addEventListener('click', async () => {
    button.disabled = true;
    says.textContent = 'Adding …';
    const answer = await askApi('/v1/sites', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain }),
    });
    if (answer.ok) {
      says.replaceChildren('Added. ', element('a', { href: `/domain/${domain}` }, 'Open its page'));
    } else {
      says.textContent = [answer.detail, ...answer.errors].join(' ');
      button.disabled = false;
    }
  });
  panel.querySelector('h2')?.after(element('p', {}, button), says);
}
