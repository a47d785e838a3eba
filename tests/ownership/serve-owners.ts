import { createProofLooks } from '../../functions/visits/proof-looks.ts';
import type { Mailer } from '../../src/alerts/mailer.ts';
import { sendTest } from '../../src/alerts/send-test.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { Net } from '../../src/fetch/net.ts';
import { LOOK_SLOTS } from '../../src/operations/quotas.ts';
import { hashMailbox } from '../../src/ownership/mailbox.ts';
import { FairSlots } from '../../src/runtime/fair-slots.ts';
import { deliveryTools } from '../alerts/delivery-tools.ts';
import { aFetchResult } from '../crawl/fake-net.ts';
import { SERVER_SECRET, serveFake } from '../functions/http/serve-fake.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { toLook } from './to-look.ts';

/** Published tokens by domain, which all four methods find. */
export type Published = Map<string, Set<string>>;

const SECRETS = [SERVER_SECRET] as const;

/** Serves the API over a real database. The test controls proofs, webhook receivers and emails. */
export async function serveOwners() {
  const opened = await openEmbeddedTestStore();
  const published: Published = new Map();
  const posted: { url: string; body: string; headers: Readonly<Record<string, string>> }[] = [];
  const mailed: { to: string; type: string }[] = [];
  const visited: string[] = [];
  /** Domains of the proof searches, in order. */
  const looks: string[] = [];
  const receiver = { status: 204 };
  const net: Net = {
    fetch: async ({ url, body = '', headers = {} }) => {
      posted.push({ url, body, headers });
      return aFetchResult(url, { status: receiver.status });
    },
    resolveTxt: () => Promise.reject(new Error('unexpected')),
    openSession: () => {
      throw new Error('unexpected');
    },
    refusalReason: async (url, { schemes }) =>
      url.includes('private') || !schemes.some((scheme) => url.startsWith(`${scheme}:`)) ? 'is refused' : null,
    close: async () => {},
  };
  const mailer: Mailer = {
    send: async ({ address, type }) => {
      mailed.push({ to: address, type });
      return { result: 'delivered', error: null };
    },
    close: () => {},
  };
  const now = () => opened.clock.now;
  const senders = { ...deliveryTools(opened, { net, mailer }), store: opened.store, serverSecrets: SECRETS };
  const fake = serveFake(opened.store, {
    now,
    limiter: { take: () => ({ allowed: true, states: [] }) },
    lookForProofs: createProofLooks({
      store: opened.store,
      look: async ({ domain }) => {
        looks.push(domain);
        return toLook(domain, published.get(domain) ?? []);
      },
      slots: new FairSlots(LOOK_SLOTS, now),
      sleep: async () => {},
    }),
    vetWebhook: (url) => net.refusalReason(url, LIMITS.webhook),
    recrawl: async (domain) => void visited.push(domain),
    sendTest: (domain) => sendTest(domain, senders),
  });
  return {
    ...opened,
    ...fake,
    published,
    posted,
    mailed,
    visited,
    looks,
    receiver,
    senders,
    publish,
    verified,
    as,
    confirmEmail,
  };

  /** Publishes the token of a client. Returns the path that redeems the token. */
  async function publish(domain: string): Promise<{ token: string; redeem: string }> {
    const { token, verify_endpoint } = await (await fake.get(`/v1/sites/${domain}/verification`)).json();
    published.set(domain, new Set([token]));
    const { pathname, search } = new URL(verify_endpoint);
    return { token, redeem: `${pathname}${search}` };
  }

  /** Verifies a domain and returns its key. */
  async function verified(domain: string): Promise<string> {
    await opened.store.track([domain]);
    const { redeem } = await publish(domain);
    return (await (await fake.send('POST', redeem)).json()).api_key;
  }

  /** Opens the link of a confirmation email. */
  async function confirmEmail(domain: string, email: string): Promise<void> {
    const at = new Date(opened.clock.now).toISOString();
    await opened.store.confirmEmail({ domain, email, mailboxes: hashMailbox(SECRETS, email), at });
  }

  /** Creates request fields with a key. */
  function as(key: string) {
    return (method: string, path: string, body?: unknown) =>
      fake.send(method, path, body, { authorization: `Bearer ${key}` });
  }
}
