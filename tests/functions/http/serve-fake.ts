import { type AppDeps, createApp } from '../../../functions/http/app.ts';
import { createLimiter } from '../../../functions/http/pipeline/limiter.ts';
import { openTextThreads } from '../../../functions/texts/text-threads.ts';
import { createSiteVisits, type SiteVisitors } from '../../../functions/visits/site-visits.ts';
import type { Log } from '../../../src/runtime/log.ts';
import { keepOutput, keepResponse } from '../../outputs/keep.ts';
import { countInMemory } from '../../store/count-in-memory.ts';
import { PATIENT_DEADLINES } from '../texts/patient-deadlines.ts';
import { fakeStore } from './fake-store.ts';

export const BASE_URL = 'https://directory.net';
/** Addresses of the client and its proxy. */
const CLIENT = '192.0.2.1';
const PROXY = '10.0.0.1';
export const SERVER_SECRET = 'a secret of at least thirty-two characters';
const NOW = Date.parse('2026-11-20T10:00:00.000Z');

export interface Fake {
  readonly context: AppDeps;
  readonly lookups: string[];
  readonly queued: string[];
  readonly changed: string[];
  readonly logged: { event: string; fields: Record<string, unknown> | undefined }[];
  /** Notifies the service of a change in the store. */
  forget(): void;
  /** Advances the clock. */
  wait(ms: number): void;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Starts the whole service in process over a store that refuses unexpected calls. */
export function serveFake(
  store: Partial<AppDeps['store']>,
  change: Partial<AppDeps> = {},
  visitors: Partial<SiteVisitors> = {},
): Fake {
  let time = NOW;
  const lookups: string[] = [];
  const queued: string[] = [];
  const changed: string[] = [];
  const logged: Fake['logged'] = [];
  const write = (event: string, fields?: Record<string, unknown>) => {
    logged.push({ event, fields });
    keepOutput({ from: 'log', text: JSON.stringify({ event, ...fields }) });
  };
  const log: Log = { info: write, warn: write, error: write };
  const now = () => time;
  const context: AppDeps = {
    store: fakeStore(store),
    baseUrl: BASE_URL,
    serviceName: 'The [directory]',
    securityContact: null,
    signingKeys: [],
    serverSecrets: [SERVER_SECRET],
    now,
    reservedNames: false,
    trustedProxy: { kind: 'hops', hops: 1 },
    readPackages: () => Promise.reject(new Error('unexpected read of packages')),
    challenge: () => Promise.reject(new Error('unexpected challenge')),
    visits: createSiteVisits(
      {
        observe: () => Promise.reject(new Error('unexpected visit')),
        draft: () => Promise.reject(new Error('unexpected draft')),
        ...visitors,
      },
      now,
    ),
    queued: (domain) => void queued.push(domain),
    changed: (domain) => void changed.push(domain),
    fingerprint: (text) => `fingerprint of ${text}`,
    registrationsPerDay: 10_000,
    lookForProofs: () => Promise.reject(new Error('unexpected look')),
    sendsMail: true,
    vetWebhook: () => Promise.reject(new Error('unexpected webhook')),
    recrawl: () => Promise.reject(new Error('unexpected recrawl')),
    sendTest: () => Promise.reject(new Error('unexpected test event')),
    log,
    limiter: createLimiter(now, { takeQuotas: countInMemory(now), secret: 'secret' }),
    texts: openTextThreads(PATIENT_DEADLINES),
    lookups: { count: (domain) => void lookups.push(domain) },
    files: { find: async () => null },
    renderer: {
      render: async () => null,
      show: () => Promise.reject(new Error('unexpected page')),
      showMarkdown: () => Promise.reject(new Error('unexpected page')),
      notFound: async (domain) => ({
        status: 404,
        contentType: 'text/html; charset=utf-8',
        body: `no ${domain ?? 'page'}`,
      }),
    },
    ...change,
  };
  const app = createApp(context);
  const send: Fake['send'] = async (method, path, body, headers = {}) => {
    const request = new Request(`${BASE_URL}${path}`, {
      method,
      headers: {
        'x-forwarded-for': CLIENT,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: toBody(body) }),
    });
    return keepResponse(request, await app.fetch(request, { remoteAddress: PROXY }));
  };
  return {
    context,
    lookups,
    queued,
    changed,
    logged,
    forget: app.forget,
    wait: (ms) => {
      time += ms;
    },
    get: (path, headers) => send('GET', path, undefined, headers),
    send,
  };
}

function toBody(body: unknown): string | Blob {
  if (body instanceof Uint8Array) return new Blob([Uint8Array.from(body)]);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
