/*
 * A part of the page that is folded opens when its heading is what an address or a link leads to. A browser does so by itself only for
 * what is inside, and the heading of such a part stands in its summary.
 */

function openTarget({ hash }: { readonly hash: string }): void {
  const details = document.getElementById(hash.slice(1))?.closest('summary')?.parentElement;
  if (details instanceof HTMLDetailsElement) details.open = true;
}

openTarget(location);
window.addEventListener('hashchange', () => openTarget(location));
// The URL does not change if the same link is followed again.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
  if (link) openTarget(link);
});
