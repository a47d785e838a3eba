import type { Locator, Page } from 'playwright-core';

/** Acts for a person, and counts filled boxes, typed texts, submit keys, clicks and opened URLs. */
export function countActions() {
  let count = 0;
  const counted = async (act: () => Promise<unknown>) => {
    count += 1;
    await act();
  };
  return {
    count: () => count,
    fill: (box: Locator, words: string) => counted(() => box.fill(words)),
    type: (page: Page, words: string) => counted(() => page.keyboard.type(words)),
    pressEnter: (page: Page) => counted(() => page.keyboard.press('Enter')),
    click: (target: Locator) => counted(() => target.click()),
    open: (page: Page, address: string) => counted(() => page.goto(address)),
  };
}
