import '../copy-buttons.ts';
import { render } from 'preact';
import { Dashboard } from './dashboard.tsx';
import type { Session } from './owner-api.ts';

/** Opens the dashboard in the page that has a place for it: for the holder of this key, or with the question for one. */
export function openDashboard(page: ParentNode, session: Session | null): void {
  const place = page.querySelector<HTMLElement>('#dashboard');
  if (!place) throw new TypeError('the page of the dashboard has a place for it');
  // A page that the browser has kept for the way back would still hold the key.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  place.replaceChildren();
  render(<Dashboard handedOver={session} />, place);
}
