import { randomBytes } from 'node:crypto';
import type { Proof } from '../directory/state.ts';
import type { ProofSighting } from '../directory/visit.ts';
import { openCountryOfAddress } from '../fetch/address-country.ts';
import type { Net } from '../fetch/guarded-fetch.ts';
import type { SandboxDoor } from '../fetch/net.ts';
import { createPacing, type Pacing } from '../fetch/pacing.ts';
import { proveAgain } from '../ownership/methods/prove.ts';
import { type OpenStoreOptions, openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Env } from './env.ts';
import { createLog, type Log } from './log.ts';
import { CRAWLER_TOKEN, openNet, sandboxOf } from './open-net.ts';
import { readServerSecret } from './server-secret.ts';

/** Everything a program does its work with. Made once, here; passed in everywhere else. */
export interface Context {
  readonly env: Env;
  readonly store: Store;
  readonly net: Net;
  readonly log: Log;
  readonly now: () => number;
  /** A number in [0, 1) for jitter. Secrets use `node:crypto` directly. */
  readonly random: () => number;
  readonly serverSecret: string;
  /** How visits behave towards sites. */
  readonly manners: Manners;
  close(): Promise<void>;
}

export interface Manners {
  /** Product token by which robots.txt files name this crawler. */
  readonly token: string;
  /** Shared by everything in this process that visits sites, so that together they keep the pause. */
  readonly pacing: Pacing;
  /** Hosts outside are not asked: a sandbox keeps the crawl inside it. */
  readonly mayAsk: (host: string) => boolean;
  /** Looks again for the proof that verified a domain. */
  readonly reprove: (domain: string, proof: Proof, signal: AbortSignal) => Promise<ProofSighting>;
  /** ISO 3166-1 alpha-2, offline; null when unknown. */
  readonly countryOfAddress: (address: string) => string | null;
}

export interface ContextOptions {
  /** `own`: this program holds the data folder. `share`: it goes through the program that does, if one runs. */
  readonly access: OpenStoreOptions['access'];
  /** Answers for names that do not exist on the internet; the settings' own sandbox when absent. */
  readonly sandbox?: SandboxDoor | null;
  readonly log?: Log;
}

/** Between two connections to a host or an address (the etiquette that the crawler's page promises). */
const GAP_MS = 1_000;
/** More connections at once than two cores can serve would only make answers late. */
const MAX_OPEN = 128;

export async function createContext(env: Env, options: ContextOptions): Promise<Context> {
  const now = () => Date.now();
  const log = options.log ?? createLog(now);
  const serverSecret = await readServerSecret(env.SERVER_SECRET, env.DATA_DIR);
  const store = await openStore({
    dataDir: env.DATA_DIR,
    access: options.access,
    ...(env.SUPABASE_URL && env.SUPABASE_SECRET_KEY
      ? { supabaseUrl: env.SUPABASE_URL, secretKey: env.SUPABASE_SECRET_KEY }
      : {}),
  });
  const sandbox = options.sandbox === undefined ? await sandboxOf(env) : options.sandbox;
  const net = openNet(env, sandbox, now);
  // A sandbox is this machine: nobody needs to be spared.
  const pacing = createPacing({ gapMs: sandbox ? 0 : GAP_MS, maxOpen: MAX_OPEN, now });
  return {
    env,
    store,
    net,
    log,
    now,
    random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
    serverSecret,
    manners: {
      token: CRAWLER_TOKEN,
      pacing,
      mayAsk: sandbox ? sandbox.isMapped : () => true,
      reprove: (domain, proof, signal) => proveAgain(domain, proof, { net, baseUrl: env.BASE_URL, pacing, signal }),
      countryOfAddress: openCountryOfAddress(),
    },
    close: async () => {
      await net.close();
      await store.close();
    },
  };
}
