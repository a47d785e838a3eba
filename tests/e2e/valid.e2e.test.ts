import { expect, it } from 'vitest';
import { z } from 'zod';
import { askPage } from './ask-page.ts';
import { findInvalidHtml } from './check-html.ts';
import { newClient } from './new-client.ts';
import { baseUrl } from './open-page.ts';
import { confirmationFor } from './outside.ts';
import { FAILED, KINDS } from './page-kinds.ts';
import { publishSite } from './publish.ts';

it('sends valid HTML for every kind of page', async () => {
  const pages = new Map<string, string>();
  for (const path of [...KINDS, ...Object.keys(FAILED)]) {
    const { status, text } = await askPage(path);
    expect([path, status]).toEqual([path, FAILED[path] ?? 200]);
    pages.set(path, text);
  }
  expect(await findInvalidHtml(pages)).toEqual([]);
});

it('sends valid HTML after each step of an owner', async () => {
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
  const pages = { failed: failed.html, claimed: claimed.html, asked, confirmed };
  expect(asked).not.toBe(confirmed);
  expect(await findInvalidHtml(new Map(Object.entries(pages)))).toEqual([]);
});

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
