import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Pages of the API reference, by their last word. */
export const REFERENCE_GROUPS = ['directory', 'sites', 'tools', 'pages'] as const;

export interface Tried {
  readonly name: string;
  /** Path and query of the sent request. */
  readonly path: string;
  /** Shown status. */
  readonly status: number;
}

/** Sends each request that a reader may try on an open page of the API reference. */
export async function tryEach(page: Page): Promise<Tried[]> {
  const samples = await page.locator('.example code').allInnerTexts();
  const readable = samples.filter((sample) => /^curl /.test(sample) && !/ -X |API_KEY/.test(sample));
  const names = await page
    .getByRole('button', { name: /^Try it: / })
    .evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel?.replace('Try it: ', '') ?? ''));
  expect(names).toHaveLength(readable.length);
  expect(names.length).toBeGreaterThan(0);
  const tried: Tried[] = [];
  for (const name of names) {
    const part = page.locator('.operation').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await part.getByRole('button', { name: `Try it: ${name}`, exact: true }).click();
    const path = await part.getByLabel('Path and query').inputValue();
    await part.getByRole('button', { name: `Send: ${name}`, exact: true }).click();
    const outcome = part.getByText(/^\d+ · /);
    await outcome.waitFor();
    tried.push({ name, path, status: Number.parseInt(await outcome.innerText(), 10) });
  }
  return tried;
}
