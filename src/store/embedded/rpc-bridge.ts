import { parseJson } from '../../directory/parse-json.ts';

/**
 * Call of a database function. The bridge implements only PostgREST's rpc over an embedded database: `POST
 * /rest/v1/rpc/<function>` with named arguments, its status codes and its error bodies
 * (https://docs.postgrest.org/en/v12/references/errors.html). Every exposed function returns one JSON value, so filters, ranges
 * and other content types are not needed.
 */
export interface RpcRequest {
  readonly method: string;
  /** Path of the URL. */
  readonly path: string;
  readonly key: string | null;
  readonly schema: string | null;
  readonly body: string;
}

export interface RpcAnswer {
  readonly status: number;
  readonly body: string;
}

/** Answers a request. `signal` ends the wait for another process's answer. */
export type RpcBridge = (request: RpcRequest, signal?: AbortSignal) => Promise<RpcAnswer>;

/** Members of PGlite that the bridge uses. */
export interface BridgedDatabase {
  query<Row>(sql: string, params?: unknown[]): Promise<{ readonly rows: Row[] }>;
}

type Role = 'anon' | 'service_role';

interface ExposedFunction {
  readonly name: string;
  readonly names: string[];
  readonly types: string[];
  /** Number of trailing arguments with a default. */
  readonly defaults: number;
}

const EXPOSED_SCHEMA = 'api';

const EXPOSED_FUNCTIONS = `
  select p.proname as name, coalesce(p.proargnames, '{}') as names, p.pronargdefaults as defaults,
    array(select pg_catalog.format_type(t, null) from unnest(p.proargtypes) with ordinality x(t, i) order by i) as types
  from pg_catalog.pg_proc p where p.pronamespace = $1::regnamespace and p.prokind = 'f'`;

const RPC_PATH = /^\/rest\/v1\/rpc\/([^/]+)$/;

/** Opens a bridge. `keys` maps callers' keys to roles, like the gateway of a hosted project. */
export async function openBridge(db: BridgedDatabase, keys: ReadonlyMap<string, Role>) {
  const exposed = new Map<string, ExposedFunction[]>();
  for (const row of (await db.query<ExposedFunction>(EXPOSED_FUNCTIONS, [EXPOSED_SCHEMA])).rows) {
    exposed.set(row.name, [...(exposed.get(row.name) ?? []), row]);
  }
  let role: Role | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** Runs calls one after another, because the only connection has one role. */
  const inTurn = <Done>(work: () => Promise<Done>): Promise<Done> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  /** Runs a call as one statement, so as one transaction. The role stays until another role is needed. */
  const call = async (caller: Role, sql: string, body: string): Promise<string> => {
    if (role !== caller) {
      role = null;
      await db.query(`set role ${caller}`);
      role = caller;
    }
    const { rows } = await db.query<{ body: string | null }>(sql, [body]);
    return rows[0]?.body ?? 'null';
  };

  const bridge: RpcBridge = async ({ method, path, key, schema, body }) => {
    const name = RPC_PATH.exec(path)?.[1];
    if (name === undefined) return refusal(404, 'PGRST125', 'Invalid path specified in request URL');
    if (method !== 'POST') return refusal(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
    const caller = key === null ? undefined : keys.get(key);
    if (caller === undefined) return refusal(401, 'PGRST301', 'No suitable key or wrong key type');
    if (schema !== EXPOSED_SCHEMA) {
      return refusal(406, 'PGRST106', `The schema must be one of the following: ${EXPOSED_SCHEMA}`);
    }
    const args = parseArguments(body);
    if (args === null) return refusal(400, 'PGRST102', 'Empty or invalid json');
    const handler = exposed.get(name)?.find((candidate) => accepts(candidate, args));
    if (handler === undefined) return unknownFunction(name, args);
    try {
      return {
        status: 200,
        body: await inTurn(() => call(caller, statement(handler, args), body === '' ? '{}' : body)),
      };
    } catch (error) {
      const refused = databaseRefusal(error, caller);
      if (refused === null) throw error;
      return refused;
    }
  };
  /** Runs `work` as the owner of the database, between calls. */
  const asOwner = <Done>(work: () => Promise<Done>) =>
    inTurn(async () => {
      role = null;
      await db.query('reset role');
      return work();
    });
  return { bridge, asOwner };
}

function unknownFunction(name: string, args: readonly string[]) {
  const described = args.length === 0 ? 'without parameters' : `with parameters ${args.join(', ')}`;
  return refusal(
    404,
    'PGRST202',
    `Could not find the function ${EXPOSED_SCHEMA}.${name}(${args.toSorted().join(', ')}) in the schema cache`,
    `Searched for the function ${EXPOSED_SCHEMA}.${name} ${described}, but no matches were found in the schema cache.`,
  );
}

/** Returns the names of the arguments, or null if the body is not an object. */
function parseArguments(body: string): string[] | null {
  if (body === '') return [];
  const parsed = parseJson(body);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? Object.keys(parsed) : null;
}

function accepts(candidate: ExposedFunction, args: readonly string[]): boolean {
  const needed = candidate.names.slice(0, candidate.names.length - candidate.defaults);
  return args.every((arg) => candidate.names.includes(arg)) && needed.every((name) => args.includes(name));
}

/** Returns the statement of a call with one JSON parameter, typed by json_to_record like in PostgREST. */
function statement(found: ExposedFunction, args: readonly string[]): string {
  const target = `${EXPOSED_SCHEMA}.${quote(found.name)}`;
  if (args.length === 0) return `select ${target}()::text as body from (select $1::text) unused`;
  const typed = args.map((arg) => `${quote(arg)} ${found.types[found.names.indexOf(arg)] ?? 'text'}`);
  const passed = args.map((arg) => `${quote(arg)} => a.${quote(arg)}`);
  return `select ${target}(${passed.join(', ')})::text as body from json_to_record($1::text::json) as a(${typed.join(', ')})`;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

function refusal(status: number, code: string, message: string, details: string | null = null): RpcAnswer {
  return { status, body: JSON.stringify({ code, details, hint: null, message }) };
}

/** Returns PostgREST's answer to a database error, or null for other errors. */
function databaseRefusal(error: unknown, caller: Role): RpcAnswer | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const { code, message } = error;
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : null;
  const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : null;
  if (!/^[0-9A-Z]{5}$/.test(code)) return null;
  return { status: toStatus(code, caller), body: JSON.stringify({ code, details: detail, hint, message }) };
}

const EXACT_STATUS: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
};
const CLASS_STATUS: readonly (readonly [RegExp, number])[] = [
  [/^(08|53)/, 503],
  [/^(0L|0P|28)/, 403],
  [/^54/, 413],
  [/^(09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX)/, 500],
];

function toStatus(code: string, caller: Role): number {
  if (/^PT\d{3}$/.test(code)) return Number(code.slice(2));
  if (code === '42501') return caller === 'anon' ? 401 : 403;
  return EXACT_STATUS[code] ?? CLASS_STATUS.find(([pattern]) => pattern.test(code))?.[1] ?? 400;
}
