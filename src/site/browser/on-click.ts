/** Calls `act` after a click on an element that matches `selector`, also if a script adds the element later. */
export function onClick(selector: string, act: (clicked: HTMLElement, event: MouseEvent) => void): void {
  document.addEventListener('click', (event) => {
    const clicked = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (clicked) act(clicked, event);
  });
}
