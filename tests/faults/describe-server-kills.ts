import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { WebSource } from '../../src/sandbox/web-source.ts';
import { answerWithFile, EXAMPLE_WEB } from '../sandbox/example-web.ts';
import { sandboxSettings, startProgram } from '../start-program.ts';
import { folderOfFile } from '../temp-folder.ts';
import { type ServeProcess, serveProcess } from './serve-process.ts';
import type { SharedDirectory } from './shared-directory.ts';

/** Delays in ms from the requests of a round to the kill: before, during and after the writes. */
const KILLS_AFTER_MS = [0, 30, 60, 150, 250, 600, 1_200];
const VERIFIED = 'verified.example';
const OWNED = 'owned.example';
const NAMES = [OWNED, VERIFIED];

const verificationSchema = z.object({ token: z.string(), verify_endpoint: z.url() });
const verifiedSchema = z.object({ api_key: z.string() });
const statsSchema = z.object({
  notifications: z.object({ webhook_url: z.string().nullable(), webhook_secret: z.string().nullable() }),
});
const recordSchema = z.object({
  description: z.string().nullable(),
  contact: z.string().nullable(),
  tags: z.array(z.string()),
});

/** Sends a request from a separate address, so that no network quota runs out. */
let asked = 0;
function ask(method: string, url: string, key?: string, body?: object): Promise<Response> {
  asked += 1;
  const headers = {
    'x-forwarded-for': `198.51.${Math.floor(asked / 200)}.${(asked % 200) + 1}`,
    ...(key && { authorization: `Bearer ${key}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
/** Tests that a server completes or omits each verify, edit, visit and notify request despite SIGKILL. */
export function describeServerKills(name: string, open: (dataDir: string) => Promise<SharedDirectory>): void {
  const dataDir = folderOfFile();
  let directory: SharedDirectory | undefined;
  let sandbox: Sandbox | undefined;
  let server: ServeProcess | undefined;
  /** Published proof by site. */
  const tokens = new Map<string, string>();

  const web: WebSource = {
    ...EXAMPLE_WEB,
    names: () => NAMES,
    records(name) {
      const token = tokens.get(name.replace('_svc-verify.', ''));
      if (name.startsWith('_svc-verify.')) return { a: [], aaaa: [], txt: token ? [[`svc-verify=${token}`]] : [] };
      return name.startsWith('www.') ? null : { a: 'origin', aaaa: [], txt: [] };
    },
    answer: answerWithFile,
  };

  beforeAll(async () => {
    directory = await open(dataDir);
    sandbox = await startSandbox({ sites: web, dataDir, now: Date.now });
  });
  afterAll(async () => {
    await server?.kill();
    await sandbox?.close();
    await directory?.close();
  });

  /** Starts the server, waits until it answers, and returns its base URL. */
  async function start(): Promise<string> {
    if (!sandbox || !directory) throw new Error('nothing to serve');
    server = await serveProcess(sandbox, { DATA_DIR: dataDir, ...directory.settings });
    return server.url;
  }
  /** Sends all due alerts with a separate program. Returns its exit code. */
  async function sendAlerts(baseUrl: string): Promise<unknown> {
    if (!sandbox || !directory) throw new Error('nothing to send');
    const settings = { BASE_URL: baseUrl, DATA_DIR: dataDir, ...sandboxSettings(sandbox), ...directory.settings };
    const [code] = await once(startProgram(['deliver'], settings), 'exit');
    return code;
  }
  /** Publishes the proof of a new claim. Returns the path that redeems the proof. */
  async function publish(baseUrl: string, domain: string): Promise<string> {
    const answer = await ask('GET', `${baseUrl}/v1/sites/${domain}/verification`);
    const { token, verify_endpoint } = verificationSchema.parse(await answer.json());
    tokens.set(domain, token);
    const { pathname, search } = new URL(verify_endpoint);
    return pathname + search;
  }
  /** Redeems a proof and returns the key. */
  async function redeem(url: string): Promise<string> {
    const answer = await ask('POST', url);
    expect(answer.status).toBe(200);
    return verifiedSchema.parse(await answer.json()).api_key;
  }

  it(`completes or omits each owner request over ${name} despite ${KILLS_AFTER_MS.length} kills of the server`, async () => {
    if (!directory) throw new Error('nothing to serve');
    const { withStore, query } = directory;
    await withStore((store) => store.track(NAMES));
    let baseUrl = await start();
    const owner = await redeem(baseUrl + (await publish(baseUrl, OWNED)));
    const site = `/v1/sites/${OWNED}`;
    const keys: string[] = [];
    let edits = 0;
    let answers = 0;

    for (const [round, afterMs] of KILLS_AFTER_MS.entries()) {
      const path = await publish(baseUrl, VERIFIED);
      const text = `round ${round}`;
      const change = { description: text, contact: text, tags: [text], webhook_url: `https://hooks.example/${round}` };
      const requests = [
        ask('POST', baseUrl + path),
        ask('PATCH', baseUrl + site, owner, change),
        ask('POST', `${baseUrl}${site}/recrawl`, owner),
        ask('POST', `${baseUrl}${site}/notify/test`, owner),
      ];
      const settled = Promise.allSettled(requests);
      await wait(afterMs);
      await server?.kill();
      const ended = await settled;
      answers += ended.filter(({ status }) => status === 'fulfilled').length;
      // Let the time pass for which a recrawl blocks the next, and a look at proofs is shared.
      await query(
        `with looks as (update directory.proof_looks set until = now() - interval '1 second')
        update directory.owners set recrawled_at = null`,
      );
      baseUrl = await start();

      // The proof gave one key, even if the answer was lost. A repeat returns this key, and earlier keys are invalid.
      keys.push(await redeem(baseUrl + path));
      const statuses = [];
      for (const key of keys) statuses.push((await ask('GET', `${baseUrl}/v1/sites/${VERIFIED}/stats`, key)).status);
      expect(statuses).toEqual([...keys.slice(1).map(() => 401), 200]);

      // An edit is complete, including the webhook and its secret, or absent.
      const { description, contact, tags } = recordSchema.parse(
        await (await ask('GET', `${baseUrl}/v1/domain/${OWNED}`)).json(),
      );
      expect([contact, tags]).toEqual(description === null ? [null, []] : [description, [description]]);
      if (description === text) edits += 1;
      const stats = statsSchema.parse(await (await ask('GET', `${baseUrl}${site}/stats`, owner)).json());
      const { webhook_url, webhook_secret } = stats.notifications;
      expect(webhook_url).toBe(
        description === null ? null : `https://hooks.example/${description.replace('round ', '')}`,
      );
      expect(webhook_secret).toEqual(description === null ? null : expect.stringMatching(/^whsec_/));
    }

    await server?.kill();
    // A running recrawl is a lease that ends. A test event has one message per channel, or no message.
    expect(
      await query("select 1 from directory.crawl where lease is not null and due_at > now() + interval '2 minutes'"),
    ).toEqual([]);
    expect(
      await query(
        "select 1 from directory.deliveries where lease is not null and due_at > now() + interval '2 minutes'",
      ),
    ).toEqual([]);
    const [generation] = await query<{ generation: number }>(
      `select generation from directory.key_generations where domain = '${VERIFIED}'`,
    );
    expect(generation?.generation).toBe(keys.length);
    // End the leases.
    await query('update directory.crawl set due_at = now() where lease is not null');

    baseUrl = await start();
    const visitedFrom = Date.now();
    // On a busy machine, the visit continues after its caller stopped waiting.
    expect([200, 504]).toContain((await ask('POST', `${baseUrl}${site}/recrawl`, owner)).status);
    const lastChecked = async () => {
      const answer = await ask('GET', `${baseUrl}/v1/domain/${OWNED}`);
      return Date.parse(z.object({ last_checked: z.iso.datetime() }).parse(await answer.json()).last_checked);
    };
    await expect.poll(lastChecked, { interval: 500 }).toBeGreaterThanOrEqual(visitedFrom - 1_000);
    await server?.kill();
    // A later sender takes over the events of the dead senders.
    await query("update directory.deliveries set due_at = now() where status = 'pending'");
    expect(await sendAlerts(baseUrl)).toBe(0);
    expect(await query('select 1 from directory.deliveries where lease is not null')).toEqual([]);
    await withStore(async (store) => expect(await store.verifyCounters()).toEqual([]));
    process.stdout.write(
      `${keys.length} kills: ${answers} of ${4 * keys.length} answers came, ${edits} of ${keys.length} edits were made\n`,
    );
  }, 600_000);
}
