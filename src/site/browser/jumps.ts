/** Highlights the current part of the page in the list of parts. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('.jumps a')];
const parts = links.flatMap((link) => {
  const heading = document.querySelector(link.hash);
  const part = heading?.closest('section');
  return part ? [{ link, part }] : [];
});

/** Offset below the list at which a part becomes current. */
const ROOT_MARGIN = '-25% 0px -70% 0px';

const observer = new IntersectionObserver(
  (entries) => {
    const entered = entries.find(({ isIntersecting }) => isIntersecting);
    const current = parts.find(({ part }) => part === entered?.target);
    if (!current) return;
    for (const link of links) link.removeAttribute('aria-current');
    current.link.setAttribute('aria-current', 'true');
    current.link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  },
  { rootMargin: ROOT_MARGIN },
);
for (const { part } of parts) observer.observe(part);
