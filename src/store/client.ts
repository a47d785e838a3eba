import { createClient, type PostgrestError } from '@supabase/supabase-js';
import type { z } from 'zod';
import type { Database, Json } from '../../supabase/generated/database.types.ts';
import { storable } from './storable.ts';
import { StoreError, type StoreErrorKind } from './store-error.ts';

type Operations = Database['api']['Functions'];
export type OperationName = keyof Operations;

/** Whatever becomes JSON where SQL takes it; null for every argument, as in SQL. */
type Argument<Type> = Json extends Type
  ? unknown
  : Type extends readonly (infer Item)[]
    ? readonly Item[] | null
    : Type | null;
type Arguments<Args> = [Args] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [Name in keyof Args]: Argument<Args[Name]> };

/** One operation of the database: its answer parsed, its failure a `StoreError`. */
export type Call = <Name extends OperationName, Row extends z.ZodType>(
  name: Name,
  args: Arguments<Operations[Name]['Args']>,
  row: Row,
) => Promise<z.output<Row>>;

/** The instant that an operation is to take for now; nothing where the database's own clock counts. */
export type Clock = () => { readonly at?: string };

export interface ClientAccess {
  readonly url: string;
  readonly key: string;
  /** Where the requests go; the network when absent. */
  readonly fetch?: typeof fetch;
}

/** The way to a Data API; `withinMs` is how long an answer may take. The one importer of supabase-js. */
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
      // Two writers met in opposite order: the other one went through, and of this call nothing has happened.
      if (error.code === DEADLOCK && tries < MAX_TRIES) continue;
      throw toStoreError(name, error, status);
    }
  };
}

/**
 * A program that was busy for seconds has not seen that the other side closed a kept connection, and the next call on it is lost.
 * Sending it again is safe even if it was received: leases fence what is written under them, and nearly everything else writes the same
 * twice. Only lookups and requests of a quota are then counted twice.
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

/** Whether an open connection ended before its answer came, by the code that undici or the operating system gives. */
function endedUnanswered(error: unknown): boolean {
  return error instanceof TypeError && ENDED_CODES.has((error.cause as { code?: unknown } | undefined)?.code);
}

const ENDED_CODES = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const DEADLOCK = '40P01';
const MAX_TRIES = 4;
// Deadlock, statement timeout and shutdown, too many connections, lost connection.
const PASSING = /^(40P01|57|53|08)/;

/** What PostgREST says when it is the database or the way to it that failed, and not the request. */
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
  throw new StoreError('broken', `${name} answered what nobody expects: ${issue?.path.join('.')} ${issue?.message}`);
}

function toStoreError(name: string, error: PostgrestError, status: number): StoreError {
  // Of a call that got no answer, supabase-js tells the reason in the details alone.
  const reason = status === 0 ? /^Caused by: \w+: (.*)$/m.exec(error.details)?.[1] : undefined;
  const code = error.code ?? '';
  const kind = PASSING.test(code) ? 'unavailable' : (KIND_BY_STATUS[status] ?? (status >= 500 ? 'broken' : 'refused'));
  const said = [name, error.message, reason].filter((part) => part !== undefined).join(': ');
  return new StoreError(kind, `${said}${code === '' ? '' : ` (${code})`}`, { cause: error });
}
