import { expect, it } from 'vitest';
import { z } from 'zod';
import { askPage } from './ask-page.ts';
import { findInvalidHtml } from './check-html.ts';
import { newClient } from './new-client.ts';
import { baseUrl } from './open-page.ts';
import { confirmationFor } from './outside.ts';
import { FAILED, KINDS } from './page-kinds.ts';
import { publishSite } from './publish.ts';

/** Most bytes of the HTML of a page, and of the home page. */
const MAX_HTML_BYTES = 60_000;
const MAX_HOME_BYTES = 50_000;

// One test checks all pages, because a checker takes longer to start than to check a page.
it('sends valid HTML of limited size for every kind of page, and after each step of an owner', async () => {
  const pages = new Map<string, string>();
  for (const path of [...KINDS, ...Object.keys(FAILED)]) {
    const { status, text } = await askPage(path);
    expect([path, status]).toEqual([path, FAILED[path] ?? 200]);
    pages.set(path, text);
  }
  const maxBytes = (path: string) => (path === '/' ? MAX_HOME_BYTES : MAX_HTML_BYTES);
  const heavy = [...pages].filter(([path, html]) => Buffer.byteLength(html) > maxBytes(path));
  expect(heavy.map(([path]) => path)).toEqual([]);
  for (const [step, html] of await readOwnerSteps()) pages.set(step, html);
  expect(await findInvalidHtml(pages)).toEqual([]);
});

/** Fails to claim a site, and claims another. Returns the HTML of each step. */
async function readOwnerSteps(): Promise<[step: string, html: string][]> {
  const unproven = 'unproven-owner.example';
  const domain = 'proven-owner.example';
  const address = `mail@${domain}`;
  await publishSite(unproven);
  const failed = await postProof(unproven, await openClaim(unproven));
  expect(failed.status).toBe(422);
  const { claim, proof } = await openClaim(domain);
  await publishSite(domain, `${proof}\n`);
  const claimed = await postProof(domain, { claim });
  expect(claimed.status).toBe(200);
  const [key = ''] = /svk_live_\w+/.exec(claimed.html) ?? [];
  const saved = await fetch(`${baseUrl}/v1/sites/${domain}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...newClient() },
    body: JSON.stringify({ notify_email: address }),
  });
  expect(saved.status).toBe(200);
  const link = await confirmationFor(address);
  const asked = await (await fetch(link, { headers: newClient() })).text();
  const confirmed = await (await fetch(link, { method: 'POST', headers: newClient() })).text();
  expect(asked).not.toBe(confirmed);
  return Object.entries({ failed: failed.html, claimed: claimed.html, asked, confirmed });
}

/** Opens the page of a claim. Returns the claim of its form and the link to publish. */
async function openClaim(domain: string): Promise<{ claim: string; proof: string }> {
  const { methods, verify_endpoint } = z
    .object({ methods: z.array(z.object({ snippet: z.string() })), verify_endpoint: z.string() })
    .parse(JSON.parse((await askPage(`/v1/sites/${domain}/verification`)).text));
  return { claim: new URL(verify_endpoint).searchParams.get('claim') ?? '', proof: methods[0]?.snippet ?? '' };
}

async function postProof(domain: string, { claim }: { claim: string }): Promise<{ status: number; html: string }> {
  const answer = await fetch(`${baseUrl}/claim/${domain}`, {
    method: 'POST',
    headers: { accept: 'text/html', ...newClient() },
    body: new URLSearchParams({ claim, method: 'llms_txt' }),
  });
  return { status: answer.status, html: await answer.text() };
}
