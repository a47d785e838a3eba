import type * as z from 'zod/mini';
import { paths } from '../../../directory/urls.ts';
import { type ApiAnswer, askApi, NOTHING } from '../ask-api.ts';
import { recordSchema, statsSchema, type TestOutcome, testSchema } from './owner-answers.ts';

/** Domain with its owner key. The key stays in memory and is sent only in `Authorization`. */
export interface Session {
  readonly domain: string;
  readonly key: string;
}

export type Refusal = Extract<ApiAnswer, { ok: false }>;

export type Asked<Value> = { readonly ok: true; readonly value: Value } | Refusal;

export function createOwnerApi({ domain, key }: Session) {
  const site = `${paths.sites}/${encodeURIComponent(domain)}`;
  const authorization = `Bearer ${key}`;
  const ask = async <Value>(
    schema: z.ZodMiniType<Value>,
    path: string,
    init: RequestInit = {},
  ): Promise<Asked<Value>> => {
    const headers = { authorization, ...(init.body !== undefined && { 'content-type': 'application/json' }) };
    return read(schema, await askApi(path, { ...init, headers, cache: 'no-store' }));
  };
  return {
    // Send no key, because the data is public.
    readRecord: async () =>
      read(recordSchema, await askApi(paths.lookup(encodeURIComponent(domain)), { cache: 'no-store' })),
    readStats: () => ask(statsSchema, `${site}/stats`),
    update: (changes: Readonly<Record<string, unknown>>) =>
      ask(recordSchema, site, { method: 'PATCH', body: JSON.stringify(changes) }),
    recrawl: () => ask(recordSchema, `${site}/recrawl`, { method: 'POST' }),
    sendTest: async (): Promise<Asked<readonly TestOutcome[]>> => {
      const answer = await ask(testSchema, `${site}/notify/test`, { method: 'POST' });
      return answer.ok ? { ok: true, value: answer.value.outcomes } : answer;
    },
  };
}

export type OwnerApi = ReturnType<typeof createOwnerApi>;

function read<Value>(schema: z.ZodMiniType<Value>, answer: ApiAnswer): Asked<Value> {
  if (!answer.ok) return navigator.onLine ? answer : { ...answer, detail: OFFLINE };
  const parsed = schema.safeParse(answer.body);
  return parsed.success ? { ok: true, value: parsed.data } : MISREAD;
}

const OFFLINE = 'You are offline. Nothing was changed; try again when you are connected.';
const MISREAD: Refusal = { ...NOTHING, detail: 'The service has changed since this page was loaded. Reload it.' };
