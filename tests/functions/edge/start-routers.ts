import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { freePort } from '../../free-port.ts';
import { endProgram } from '../../start-program.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const EDGE = join(ROOT, 'functions/edge');

export interface Router {
  readonly name: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface RouterOptions {
  /** Folder of the built site. */
  readonly siteDir: string;
  /** Local port of the Node host. */
  readonly nodePort: number;
  /** Port of the router. Default: a free port. */
  readonly port?: number;
}

/** Setting `run_worker_first` of wrangler.jsonc. */
const WORKER_FIRST = { has_user_worker: true, invoke_user_worker_ahead_of_assets: true };

/** Starts the Worker in the runtime of Cloudflare, with its service for files. */
export async function startWorker({ siteDir, nodePort, ...at }: RouterOptions): Promise<Router> {
  const bundle = await build({
    entryPoints: [join(EDGE, 'worker.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const worker = new Miniflare({
    modules: true,
    script: bundle.outputFiles[0]?.text ?? '',
    compatibilityDate:
      /"compatibility_date": "(.+)"/.exec(readFileSync(join(EDGE, 'wrangler.jsonc'), 'utf8'))?.[1] ?? '',
    host: '127.0.0.1',
    port: at.port ?? (await freePort()),
    assets: { directory: siteDir, binding: 'ASSETS', routerConfig: WORKER_FIRST },
    outboundService: { external: { address: `127.0.0.1:${nodePort}`, http: {} } },
  });
  const { port } = await worker.ready;
  return { name: 'the Worker', port: Number(port), close: () => worker.dispose() };
}

export const HAS_CADDY = spawnSync('caddy', ['version']).status === 0;

/** Starts the shipped Caddyfile, on loopback and without the port for its administration. */
export async function startCaddy({ siteDir, nodePort, ...at }: RouterOptions): Promise<Router> {
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
  const file = join(folder, 'Caddyfile');
  const shipped = readFileSync(join(ROOT, 'docs/operating/Caddyfile'), 'utf8');
  await writeFile(file, `{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n${shipped}`);
  const port = at.port ?? (await freePort());
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      BASE_URL: `http://:${port}`,
      SITE_DIR: siteDir,
      SERVER: `127.0.0.1:${nodePort}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilItAnswers(caddy, port);
  return {
    name: 'Caddy',
    port,
    async close() {
      await endProgram(caddy, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(program: ChildProcess, port: number): Promise<void> {
  let said = '';
  program.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (program.exitCode !== null) throw new Error(`the router ended: ${said}`);
    await setTimeout(50);
  }
}
