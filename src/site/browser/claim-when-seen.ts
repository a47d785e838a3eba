/** The steps of a claim need no script before somebody has come to them. */
const panel = document.querySelector('[data-claim]');
if (panel) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void import('./claim.tsx');
  });
  observer.observe(panel);
}
