/** Calls `act` after a click on an element that matches `selector`, also if a script adds the element later. */
export function onClick<Clicked extends HTMLElement = HTMLElement>(
  selector: string,
  act: (clicked: Clicked, event: MouseEvent) => void,
): void {
  document.addEventListener('click', (event) => {
    const clicked = event.target instanceof Element ? event.target.closest<Clicked>(selector) : null;
    if (clicked) act(clicked, event);
  });
}
