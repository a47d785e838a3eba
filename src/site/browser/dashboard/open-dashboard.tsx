import '../copy-buttons.ts';
import { render } from 'preact';
import { Dashboard } from './dashboard.tsx';
import type { Session } from './owner-api.ts';

/** Opens the dashboard in its page, with a key or the sign-in form. */
export function openDashboard(page: ParentNode, session: Session | null): void {
  const place = page.querySelector<HTMLElement>('#dashboard');
  if (!place) throw new TypeError('the page of the dashboard has a place for it');
  // Clear the page, because the browser's back cache would keep the key.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  place.replaceChildren();
  render(<Dashboard handedOver={session} />, place);
}
