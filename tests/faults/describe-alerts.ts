import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealWebhookSecret } from '../../src/ownership/webhook-secret.ts';
import { a, type FakeDns, startFakeDns } from '../fetch/fake-dns.ts';
import { type HostileOrigin, startHostileOrigin } from '../fetch/hostile-origin.ts';
import { startProgram } from '../start-program.ts';
import { folderOfFile } from '../temp-folder.ts';
import type { SharedDirectory } from './shared-directory.ts';

/** Number of domains with owners. Each alert of a watch uses a separate domain. */
const OWNED = 50;
/** Longest life of a sender before its kill, in ms, too short for all messages. */
const LIFE_MS = 2_500;
/** Delay of answers during kills, in ms, so that each sender has work left. */
const SLOW_MS = 1_000;
/** Most retry rounds of the slowest message, with a reserve. */
const MAX_ROUNDS = 12;

export interface AlertFaults {
  /** Number of alerts for owners. Watches get an equal number. */
  readonly alerts: number;
  readonly kills: number;
}

const WEEK_MS = 7 * 86_400_000;
const SERVER_SECRET = 'the secret of a server that is killed again and again';
const WEBHOOK_SECRET = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0';

const listNames = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind}-${i}.example`);
/** Domains whose receivers have private addresses. */
const PRIVATE_OWNED = 'private-owned.example';
const PRIVATE_WATCHED = 'private-watched.example';
const PRIVATE: readonly string[] = [PRIVATE_OWNED, PRIVATE_WATCHED];

/** Faults of a receiver before it accepts a message. */
const MOODS = ['takes it', 'fails', 'resets', 'redirects', 'fails', 'takes it', 'resets', 'stalls'] as const;
const STALLS_OF = 200;

/** Tests that every alert arrives despite receiver faults and kills with SIGKILL. */
export function describeAlerts(
  name: string,
  { alerts, kills }: AlertFaults,
  openOutbox: (dataDir: string) => Promise<SharedDirectory>,
): void {
  const dataDir = folderOfFile();
  let origin: HostileOrigin | undefined;
  let dns: FakeDns | undefined;
  let outbox: SharedDirectory | undefined;
  beforeAll(async () => {
    outbox = await openOutbox(dataDir);
  });
  afterAll(async () => {
    await origin?.close();
    await dns?.close();
    await outbox?.close();
  });

  const owned = [...listNames('owned', OWNED), PRIVATE_OWNED];
  const watched = [...listNames('watched', alerts - 1), PRIVATE_WATCHED];
  it(`delivers ${alerts} alerts each for owners and watches in ${name} despite receiver faults and kills of the sender`, async () => {
    if (!outbox) throw new Error('there is no outbox');
    const { query, withStore } = outbox;
    const arrived = new Map<string, number>();
    const taken = new Map<string, number>();
    let begun = () => {};
    let killing = true;

    function receive(socket: Socket, head: string): void {
      begun();
      const id = /^webhook-id: *(\S+)/im.exec(head)?.[1] ?? 'none';
      const count = (arrived.get(id) ?? 0) + 1;
      arrived.set(id, count);
      // Give each message one fault. Few stall, because a stall costs fifteen seconds.
      const seed = Number.parseInt(id.slice(-6), 16) || 0;
      const mood = MOODS[seed % MOODS.length];
      const delayMs = killing ? SLOW_MS : 0;
      if (count > 1 || mood === 'takes it' || (mood === 'stalls' && seed % STALLS_OF !== 7)) {
        setTimeout(() => {
          socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
          taken.set(id, (taken.get(id) ?? 0) + 1);
        }, delayMs);
      } else if (mood === 'fails') socket.end('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      else if (mood === 'resets') socket.destroy();
      else if (mood === 'redirects') {
        socket.end(
          `HTTP/1.1 307 Go\r\nLocation: https://${PRIVATE_OWNED}/hook\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
        );
      }
    }

    origin = await startHostileOrigin(() => ({ answer: (socket, _path, head) => receive(socket, head) }));
    dns = await startFakeDns(({ name, type }) =>
      type === 'A' ? { answers: [a(name, PRIVATE.includes(name) ? '10.0.0.1' : '127.0.0.1')] } : {},
    );
    const caFile = join(dataDir, 'ca.pem');
    await writeFile(caFile, origin.ca);

    await withStore(async (store) => {
      await store.track([...owned, ...watched]);
      const sealed = (domain: string) => sealWebhookSecret([SERVER_SECRET], domain, WEBHOOK_SECRET);
      for (const domain of owned) {
        await store.updateProfile(domain, { webhook_url: `https://${domain}/hook` }, sealed(domain));
      }
      for (const domain of watched) {
        await store.openWatch({
          domain,
          webhook_url: `https://${domain}/hook`,
          secret: sealed(domain),
          network: domain,
          token_hash: domain,
          expires_at: new Date(Date.now() + WEEK_MS).toISOString(),
          most_of_network: 1,
          most_of_domain: 1,
        });
      }
    });
    await query(
      `insert into directory.alerts (domain, type, created_at, for_watches)
      select domains[1 + i % cardinality(domains)], 'llms_txt.broken', now(), for_watches
      from (values ($1::text[], false), ($2::text[], true)) receivers (domains, for_watches),
        generate_series(0, $3 - 1) i`,
      [owned, watched, alerts],
    );

    const settings = {
      BASE_URL: 'http://127.0.0.1:4321',
      DATA_DIR: dataDir,
      SANDBOX_ORIGIN: origin.origin,
      SANDBOX_CA: caFile,
      SANDBOX_DNS: dns.address,
      ...outbox.settings,
      SERVER_SECRET,
    };
    const send = () => startProgram(['deliver'], settings);
    /** Ends the leases of dead senders and the retry waits. Returns the number of messages that can be delivered. */
    const letTimePass = async () => {
      const pending = await query<{ domain: string }>(
        `update directory.deliveries set due_at = now() - interval '1 second' where status = 'pending'
        returning domain`,
      );
      return pending.filter(({ domain }) => !PRIVATE.includes(domain)).length;
    };

    for (let killed = 0; killed < kills; ) {
      const first = new Promise<void>((done) => {
        begun = done;
      });
      const sender = send();
      const ended = once(sender, 'exit');
      await Promise.race([ended, first]);
      await Promise.race([ended, wait(Math.random() * LIFE_MS)]);
      // Check that the sender still runs, because a sender without messages ends and later kills would hit nothing.
      expect(sender.exitCode).toBeNull();
      killed += 1;
      sender.kill('SIGKILL');
      await ended;
      await letTimePass();
    }
    killing = false;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const [code] = await once(send(), 'exit');
      expect(code).toBe(0);
      if ((await letTimePass()) === 0) break;
    }

    const rows = await query<{ id: string; domain: string; status: string; attempts: number; error: string | null }>(
      'select alert as id, domain, status, attempts, last_error as error from directory.deliveries',
    );
    expect(rows).toHaveLength(2 * alerts);
    const open = rows.filter(({ domain }) => !PRIVATE.includes(domain));
    expect(open.filter(({ status }) => status !== 'delivered')).toEqual([]);
    // Each alert arrived at least once, with its id.
    expect(open.filter(({ id }) => !taken.has(`msg_${id}`))).toEqual([]);
    expect([...arrived.keys()].toSorted()).toEqual(open.map(({ id }) => `msg_${id}`).toSorted());
    // No message arrived more often than its recorded attempts.
    expect(open.filter(({ id, attempts }) => (arrived.get(`msg_${id}`) ?? 0) > attempts)).toEqual([]);
    const hidden = rows.filter(({ domain }) => PRIVATE.includes(domain));
    expect(new Set(hidden.map(({ domain }) => domain))).toEqual(new Set(PRIVATE));
    expect(hidden.filter(({ error }) => !error?.startsWith('refused-address'))).toEqual([]);
    expect(PRIVATE.filter((domain) => origin?.heads.has(domain))).toEqual([]);
    process.stdout.write(
      `${2 * alerts} alerts, ${kills} kills: ${[...arrived.values()].reduce((sum, n) => sum + n, 0)} arrivals, ${[...taken.values()].filter((n) => n > 1).length} taken more than once\n`,
    );
  }, 900_000);
}
