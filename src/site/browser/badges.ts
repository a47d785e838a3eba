import { parseBadgeStyle } from '../content/badge.ts';
import { badgeSnippets, formatBadgesHeading } from '../content/badge-snippets.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { hostOf } from './host-of.ts';

/** Shows the badges of the domain while the user types. */
const TYPING_MS = 300;
const input = document.querySelector<HTMLInputElement>('form[data-badges] input[name="domain"]');
const shown = document.querySelector<HTMLElement>('#badges');

if (input && shown) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => show(hostOf(input.value).toLowerCase(), shown), TYPING_MS);
  });
  addCopyButtons(shown);
}

function show(domain: string, shown: HTMLElement): void {
  if (!/^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(domain)) return;
  const whose = shown.querySelector('#whose');
  if (whose) whose.textContent = formatBadgesHeading(domain);
  for (const style of shown.querySelectorAll<HTMLElement>('[data-style]')) {
    const snippets = badgeSnippets(
      domain,
      shown.dataset['base'] ?? '',
      parseBadgeStyle(style.dataset['style'] ?? null) ?? 'flat',
    );
    const picture = style.querySelector('img');
    if (picture) {
      picture.src = new URL(snippets.image).pathname + new URL(snippets.image).search;
      picture.alt = `llms.txt status of ${domain}`;
    }
    const [html, markdown] = style.querySelectorAll('code');
    if (html) html.textContent = snippets.html;
    if (markdown) markdown.textContent = snippets.markdown;
  }
}
