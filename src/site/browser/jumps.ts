/** Highlights the current part of the page in the list of parts. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('.jumps a')];
const parts = links.flatMap((link) => {
  const heading = document.querySelector(link.hash);
  const part = heading?.closest('section');
  return part ? [{ link, part }] : [];
});

/** Parts in the upper half of the window. */
const visibleParts = new Set<Element>();
const UPPER_HALF = '0px 0px -50% 0px';

/** Marks the part that the visitor chose, or else the lowest part. Parts at the same height keep their order. */
function markCurrent(): void {
  const [lowest] = parts
    .filter(({ part }) => visibleParts.has(part))
    .map(({ link, part }) => ({ link, top: part.getBoundingClientRect().top }))
    .toSorted((a, b) => Number(b.link.hash === location.hash) - Number(a.link.hash === location.hash) || b.top - a.top);
  if (!lowest) return;
  for (const link of links) link.removeAttribute('aria-current');
  lowest.link.setAttribute('aria-current', 'true');
  lowest.link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) visibleParts.add(target);
      else visibleParts.delete(target);
    }
    markCurrent();
  },
  { rootMargin: UPPER_HALF },
);
for (const { part } of parts) observer.observe(part);
addEventListener('hashchange', markCurrent);
