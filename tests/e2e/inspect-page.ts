import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: { run(root: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** What breaks a rule of accessibility on the page as it is now. */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  await page.evaluate(AXE);
  const found: AxeResults = await page.evaluate(
    // The page's own policy would refuse the style sheets that axe asks for again.
    (asked) => window.axe.run(document, { resultTypes: ['violations'], preload: false, ...asked }),
    options,
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** How far the page scrolls sideways, in pixels, and who sticks out. */
export async function findOverflow(page: Page, size: { readonly width: number; readonly height: number }) {
  await page.setViewportSize(size);
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return 'fits';
    const wide = [...document.querySelectorAll('body *')].findLast(
      (element) => element.getBoundingClientRect().right > clientWidth && !element.closest('.table-scroll'),
    );
    return `${scrollWidth - clientWidth} px too wide: ${wide?.outerHTML.slice(0, 200)}`;
  });
}
