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

const DEFAULTS: RunOptions = {
  resultTypes: ['violations'],
  // Disable axe's requests for style sheets, because the page's policy refuses them.
  preload: false,
  // Enable the size of touch targets (WCAG 2.2, 2.5.8), because axe does not check it by default.
  rules: { 'target-size': { enabled: true } },
};

/** Finds accessibility violations on the current page. */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  await page.evaluate(() => {
    // Provide timers, because a page without scripts has none and axe needs them.
    if (!matchMedia('(scripting: none)').matches) return;
    Object.assign(window, { setTimeout: (task: () => void) => void Promise.resolve().then(task) });
  });
  // Inject axe once per page, because loading axe takes longer than most rules.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found: AxeResults = await page.evaluate((asked) => window.axe.run(document, asked), {
    ...DEFAULTS,
    ...options,
  });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Widths of small and usual phones, a tablet, and a desktop. */
const WIDTHS = [320, 390, 768, 1280];
/** Text size of a reader who has doubled it. */
const LARGE_TEXT = '200%';
/** Widths for all rules. One phone is enough, because both have equal styles. A tablet shows only parts that these widths show. */
const INSPECTED = [390, 1280];
/** Rules about colors. A theme can break only these rules. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules about places and sizes, which differ at each width. */
const LAYOUT_RULES = ['target-size', 'scrollable-region-focusable'];

/** Finds flaws of the current page on phones, a tablet and a desktop, in light and dark. */
export async function findFlaws(page: Page): Promise<string[]> {
  const flaws: string[] = [];
  for (const width of WIDTHS) {
    const found = [...(await findOverflow(page, width)), ...(await findOverflow(page, width, LARGE_TEXT))];
    if (INSPECTED.includes(width)) found.push(...(await findViolationsInThemes(page)));
    else found.push(...(await findViolations(page, { runOnly: LAYOUT_RULES })));
    flaws.push(...found.map((flaw) => `${width} px: ${flaw}`));
  }
  return flaws;
}

async function findViolationsInThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, { runOnly: COLOR_RULES });
  return [...light, ...dark.map((flaw) => `dark: ${flaw}`)];
}

/**
 * Returns the distance in pixels that the page scrolls sideways, and the element that is too wide. `textSize` is the text size of
 * the root.
 */
export async function findOverflow(page: Page, width: number, textSize = ''): Promise<string[]> {
  await page.setViewportSize({ width, height: 844 });
  return await page.evaluate((size) => {
    const root = document.documentElement;
    root.style.fontSize = size;
    const { scrollWidth, clientWidth } = root;
    const wide = [...document.querySelectorAll('body *')].findLast(
      (element) => element.getBoundingClientRect().right > clientWidth && !element.closest('.table-scroll'),
    );
    root.style.fontSize = '';
    if (scrollWidth <= clientWidth) return [];
    return [`${size} ${scrollWidth - clientWidth} px too wide: ${wide?.outerHTML.slice(0, 200)}`];
  }, textSize);
}
