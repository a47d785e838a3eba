import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../temp-folder.ts';
import { findWrongSamples, HAS_CURL } from './run-samples.ts';
import { serveDirectory } from './serve-directory.ts';
import { FAILURES, findWrongRequests } from './try-reference.ts';

const DOC = readFileSync(join(import.meta.dirname, '../../src/content/docs/try.md'), 'utf8');
/** Most actions from the clone to the key of a sample site. */
const MAX_ACTIONS = 8;
/** Matches the answer to the sample of a proof, because nobody has published one. */
const UNPROVEN = /"code":"proof\.not_found"/;
const DOMAIN = 'corner-bakery.example';

describe('a first start', () => {
  const folder = folderOfFile();
  let served: Awaited<ReturnType<typeof serveDirectory>>;
  beforeAll(async () => {
    served = await serveDirectory(['start'], folder, () => 'claim ');
  });
  afterAll(async () => {
    expect(await served?.stop()).toEqual([0, null]);
  });

  const ask = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(new URL(path, served.baseUrl), options);
    return { status: response.status, text: await response.text() };
  };

  it('shows believable sites in several states, with a history', async () => {
    const listed = JSON.parse((await ask('/v1/domains?per_page=100&include_unlisted=true')).text);
    expect(listed.total).toBe(40);
    const statuses = listed.results.map(({ status }: { status: string }) => status);
    expect(new Set(statuses)).toEqual(new Set(['valid', 'invalid', 'pending']));
    const authorities = listed.results.map(({ authority }: { authority: number | null }) => authority);
    expect(new Set(authorities).size).toBeGreaterThan(20);
    expect(JSON.parse((await ask('/v1/domain/cornerpay.example/history')).text).total).toBe(6);
    expect((await ask('/recovered/feed.xml')).text).toContain('morning-tide.example');
    expect((await ask('/broken/feed.xml')).text).toContain('ferrovia-alta.example');
  });

  it.skipIf(!HAS_CURL)('gives the answers of the documentation', async () => {
    expect(await findWrongSamples(served.baseUrl, UNPROVEN)).toEqual([]);
  });

  it('gives the described answers to the requests of the API reference', async () => {
    const failures = new Map([...FAILURES].filter(([name]) => name !== 'GET /v1/generate/{domain}'));
    expect(await findWrongRequests(served.baseUrl, failures)).toEqual([]);
  });

  it('publishes open data', async () => {
    const latest = JSON.parse((await ask('/data/latest.json')).text);
    const manifest = JSON.parse((await ask(latest.manifest)).text);
    expect(manifest.counts).toMatchObject({ tracked: 40 });
  });

  it(`takes a user from a clone to a key, an alert and a badge of a sample site in at most ${MAX_ACTIONS} steps`, async () => {
    const [, steps = ''] = /## Get the key\n(.*?)\n## /s.exec(DOC) ?? [];
    const actions = [...steps.matchAll(/^\d+\. (.+)$/gm)].map(([, action = '']) => action);
    expect(actions.length).toBeLessThanOrEqual(MAX_ACTIONS);
    const file = join(folder, 'sample-site', 'llms.txt');
    const claimPage = `${served.baseUrl}/claim/${DOMAIN}`;
    expect(served.lines.at(-1)).toContain(`${claimPage}   (edit ${file}`);
    expect(actions.join('\n')).toContain(`/claim/${DOMAIN}`);
    expect(actions.join('\n')).toContain('.data/sample-site/llms.txt');

    expect((await ask(claimPage)).status).toBe(200);
    const { methods, verify_endpoint } = JSON.parse((await ask(`/v1/sites/${DOMAIN}/verification`)).text);
    appendFileSync(file, `${methods[0].snippet}\n`);
    const { api_key: key } = JSON.parse((await ask(verify_endpoint, { method: 'POST' })).text);

    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ webhook_url: `https://${DOMAIN}/alerts` });
    expect((await ask(`/v1/sites/${DOMAIN}`, { method: 'PATCH', headers, body })).status).toBe(200);
    const test = await ask(`/v1/sites/${DOMAIN}/notify/test`, { method: 'POST', headers });
    expect(test.text).toContain('delivered');
    expect(readFileSync(join(folder, 'sample-site', 'posted.ndjson'), 'utf8')).toContain(DOMAIN);
    expect((await ask(`/badge/${DOMAIN}.svg`)).text).toContain('verified');
  });
});
