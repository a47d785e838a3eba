import '../copy-buttons.ts';
import { render } from 'preact';
import { Desk } from './desk.tsx';
import type { Session } from './owner-api.ts';

/** Opens the desk in the page that has a place for it: for the holder of this key, or with the question for one. */
export function openDesk(page: ParentNode, session: Session | null): void {
  const place = page.querySelector<HTMLElement>('#desk');
  if (!place) throw new TypeError('the page of the desk has a place for it');
  // A page that the browser has kept for the way back would still hold the key.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  place.replaceChildren();
  render(<Desk handedOver={session} />, place);
}
