import { createClient, type PostgrestError } from '@supabase/supabase-js';
import type { z } from 'zod';
import type { Database, Json } from '../../supabase/generated/database.types.ts';
import { StoreError, type StoreErrorKind } from './store-error.ts';

type Operations = Database['api']['Functions'];
export type OperationName = keyof Operations;

/** Argument of an SQL function: a JSON value or null. */
type Argument<Type> = Json extends Type
  ? unknown
  : Type extends readonly (infer Item)[]
    ? readonly Item[] | null
    : Type | null;
type Arguments<Args> = [Args] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [Name in keyof Args]: Argument<Args[Name]> };

/** Calls a database function and parses its result. Throws `StoreError`. */
export type Call = <Name extends OperationName, Row extends z.ZodType>(
  name: Name,
  args: Arguments<Operations[Name]['Args']>,
  row: Row,
) => Promise<z.output<Row>>;

/** Current time for an operation. Absent to use the database's clock. */
export type Clock = () => { readonly at?: string };

export interface ClientAccess {
  readonly url: string;
  readonly key: string;
  /** Sends the requests. Default: the network. */
  readonly fetch?: typeof fetch;
}

/** Connects to a Data API. `withinMs` is the longest time of an answer. Only this module imports supabase-js. */
export function createCaller({ url, key, fetch: send }: ClientAccess): (withinMs: number) => Call {
  const client = createClient<Database, 'api'>(url, key, {
    db: { schema: 'api' },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: send ?? fetchWithRetry },
  });
  return (withinMs) => async (name, args, row) => {
    for (let tries = 1; ; tries += 1) {
      const { data, error, status } = await client
        // Every argument is nullable in SQL, and the generated types do not say so.
        .rpc(name, storable(args) as Operations[typeof name]['Args'])
        .abortSignal(AbortSignal.timeout(withinMs));
      if (error === null) return parse(name, data, row);
      // Retry, because a deadlock aborted this call without effect.
      if (error.code === DEADLOCK && tries < MAX_TRIES) continue;
      throw toStoreError(name, error, status);
    }
  };
}

/**
 * Fetches and retries once. A program that was busy for seconds may use a connection that the server closed, so the call is lost.
 * A retry is safe even if the call was received, because leases fence writes and nearly all other writes are idempotent. Only
 * lookups and quota requests may count twice.
 */
async function fetchWithRetry(...call: Parameters<typeof fetch>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch(...call);
    } catch (error) {
      if (!endedUnanswered(error) || tries === MAX_TRIES) throw error;
    }
  }
}

/** Reports whether a connection ended before the answer, by the error code of undici or the system. */
function endedUnanswered(error: unknown): boolean {
  return error instanceof TypeError && ENDED_CODES.has((error.cause as { code?: unknown } | undefined)?.code);
}

const ENDED_CODES = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const DEADLOCK = '40P01';
const MAX_TRIES = 4;
// Codes of deadlock, statement timeout and shutdown, too many connections, and lost connection.
const PASSING = /^(40P01|57|53|08)/;

/** Kinds of failures by HTTP status, for failures whose code does not decide. */
const KIND_BY_STATUS: Readonly<Record<number, StoreErrorKind>> = {
  0: 'unavailable',
  401: 'refused',
  403: 'refused',
  404: 'not-found',
  408: 'unavailable',
  409: 'conflict',
  429: 'unavailable',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

function parse<Row extends z.ZodType>(name: string, answer: unknown, row: Row): z.output<Row> {
  const parsed = row.safeParse(answer);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StoreError('broken', `${name} returned an unexpected answer: ${issue?.path.join('.')} ${issue?.message}`);
}

function toStoreError(name: string, error: PostgrestError, status: number): StoreError {
  // Read the reason from `details`, because supabase-js writes it only there if a call got no answer.
  const reason = status === 0 ? /^Caused by: \w+: (.*)$/m.exec(error.details)?.[1] : undefined;
  const code = error.code ?? '';
  const kind = PASSING.test(code) ? 'unavailable' : (KIND_BY_STATUS[status] ?? (status >= 500 ? 'broken' : 'refused'));
  // The schema raises these codes with messages for the operator.
  if (code.startsWith('PT')) return new StoreError(kind, error.message, { cause: error });
  const message = [name, error.message, reason].filter((part) => part !== undefined).join(': ');
  return new StoreError(kind, `${message}${code === '' ? '' : ` (${code})`}`, { cause: error });
}

/**
 * Returns the value in a form that PostgreSQL can store. U+0000 and lone surrogates become U+FFFD. All text of sites passes
 * through this function, so no page can cause a refused row.
 */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD');
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storable(member)]));
}
