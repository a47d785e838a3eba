/** The script for the steps of a claim is loaded when a reader scrolls near them. */
const panel = document.querySelector('[data-claim]');
if (panel) {
  const load: IntersectionObserverCallback = (entries, observer) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void import('./claim.tsx');
  };
  // Half a screen ahead, so that the button is there before the place where it stands is seen.
  const observer = new IntersectionObserver(load, { rootMargin: '0px 0px 50% 0px' });
  observer.observe(panel);
}
