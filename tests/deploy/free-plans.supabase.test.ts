import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv as parseEnvFile } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { freePort } from '../free-port.ts';
import { keepOutput } from '../outputs/keep.ts';
import { endProgram } from '../start-program.ts';
import { findPostgrest, type LocalStack, startLocalStack } from '../supabase/local-stack.ts';
import { registryEnv } from '../supabase/registry-env.ts';
import { type Cloudflare, openCloudflare } from './walk/cloudflare.ts';
import { linkPackages } from './walk/machine.ts';
import { fillIn, OPERATING, readPage } from './walk/page.ts';
import { publishProject } from './walk/project.ts';
import { type Sample, SITE, startSample } from './walk/sample.ts';
import { openShell, type Shell, type Substitute } from './walk/shell.ts';
import { declareSteps } from './walk/steps.ts';
import { runJob } from './walk/workflow.ts';

const page = readPage('free-plans.md');
const VERIFIED = 'class="verified">Verified';

describe.runIf(findPostgrest() !== null)('free plans', () => {
  const step = declareSteps();
  let shell: Shell;
  let sample: Sample;
  let stack: LocalStack;
  let cloudflare: Cloudflare;
  let host: ChildProcess | undefined;
  let values: Record<string, string>;
  const production: Record<string, Record<string, string>> = { secret: {}, variable: {} };

  const SUBSTITUTES: Readonly<Record<string, Substitute>> = {
    npx: {
      only: '*wrangler*',
      reason: 'The Worker runs in the runtime of Cloudflare on this machine.',
      run: async ({ args, cwd }) => cloudflare.deploy(resolve(cwd, args[args.indexOf('--assets') + 1] ?? '')),
    },
    gh: {
      reason: 'The test runs the workflow itself, with these settings.',
      run: async ({ args, cwd }) => {
        const file = readFileSync(join(cwd, args[args.indexOf('--env-file') + 1] ?? ''), 'utf8');
        production[args[0] ?? ''] = readGhFile(file);
      },
    },
  };

  beforeAll(async () => {
    shell = await openShell({
      substitutes: { ...SUBSTITUTES, npm: await linkPackages() },
      user: 'root',
      env: registryEnv(),
    });
    // A new project has no schema.
    stack = await startLocalStack({ migrations: [] });
    sample = await startSample(shell.folder);
    const port = await freePort();
    const nodePort = await freePort();
    cloudflare = await openCloudflare({ folder: shell.folder, port, nodePort });
    values = {
      BASE_URL: `http://127.0.0.1:${port}`,
      PORT: String(nodePort),
      SUPABASE_URL: stack.url,
      SUPABASE_SECRET_KEY: stack.secretKey,
      SERVER_SECRET: randomBytes(36).toString('base64'),
      ...sample.settings,
    };
    const env = { ...publishProject(shell.folder, 'root').env, DATABASE_URL: stack.databaseUrl, DO_NOT_TRACK: '1' };
    for (const [name, value] of Object.entries(env)) await shell.run(`export ${name}='${value}'`);
  });
  afterAll(async () => {
    if (host) await endProgram(host, 'SIGTERM');
    await cloudflare?.close();
    await sample?.close();
    await stack?.close();
    await shell?.close();
  });
  const run = (command: string) => shell.run(command.replaceAll('your-site.example', SITE));
  const write = (name: string, text: string) => run(`cat > ${name} <<'END'\n${text}END`);
  const readText = async (path: string) => {
    const answer = await fetch(`${values['BASE_URL']}${path}`, { headers: { accept: 'text/html' } });
    return `${answer.status} ${await answer.text()}`;
  };
  const runWorkflow = () => {
    const cwd = join(shell.folder, 'home/runner');
    const env = {
      PATH: `${dirname(process.execPath)}:${shell.path}`,
      HOME: join(shell.folder, 'home'),
      ...sample.settings,
    };
    return runJob(join(OPERATING, 'directory.yml'), {
      vars: production['variable'] ?? {},
      secrets: production['secret'] ?? {},
      run: (command, given) =>
        shell.call({ name: 'bash', args: ['-e', '-c', command], cwd, env: { ...env, ...given }, stdin: '' }),
      actions: {
        'actions/checkout': ({ repository, ref }) =>
          run(
            `test -d '${cwd}' || git clone --quiet --branch '${ref}' 'https://github.com/${repository}.git' '${cwd}'`,
          ),
        // The test provides Node.
        'actions/setup-node': async () => {},
        // Skip the cache, because the folder of the runner stays between its jobs.
        'actions/cache': async () => {},
      },
    });
  };

  step('installs the project, its schema and its first list of sites', async () => {
    const { commands, files } = page.section('Install');
    const [clone = '', ...others] = commands;
    await run(clone);
    await write('.env', fillIn(files[0] ?? '', values));
    for (const command of others) await run(command);
  });

  step('starts the Node host, the Worker and the job', async () => {
    host = startHost(shell, join(shell.folder, 'empty/directory'));
    const { commands, files } = page.section('Start');
    const [variables = '', secrets = ''] = files;
    const { BASE_URL = '', SUPABASE_URL = '', SUPABASE_SECRET_KEY = '', SERVER_SECRET = '' } = values;
    await write('variables.env', fillIn(variables, { BASE_URL, SUPABASE_URL }));
    await write('secrets.env', fillIn(secrets, { SUPABASE_SECRET_KEY, SERVER_SECRET }));
    for (const command of commands) await run(command);
    await expect.poll(() => readText('/readyz').catch(String)).toContain('200 ready');
    await runWorkflow();
    expect(await readText('/domain/lumendb.example')).toMatch(/^200 [\s\S]*LumenDB/);
  });

  step('verifies a site, and the doctor finds no fault', async () => {
    const [show = '', redeem = '', doctor = ''] = page.commandsOf('Verify a site');
    const { token } = JSON.parse(await run(show));
    sample.publishProof(token);
    expect(JSON.parse(await run(redeem))).toMatchObject({ verified: true });
    expect(await run(doctor)).toContain('No faults.');
    expect(await readText(`/domain/${SITE}`)).toContain(VERIFIED);
  });

  step('publishes the page of the verified site with the next job', async () => {
    await runWorkflow();
    const file = join(shell.folder, 'published-3/domain', `${SITE}.html`);
    expect(readFileSync(file, 'utf8')).toContain(VERIFIED);
    expect(await readText(`/domain/${SITE}`)).toContain(VERIFIED);
  });
});

/** Starts the command of the container file with the variables of `.env`, on loopback and with a separate folder. */
function startHost(shell: Shell, directory: string): ChildProcess {
  const container = readFileSync(join(OPERATING, 'Containerfile'), 'utf8');
  const [command = '', ...args]: string[] = JSON.parse(/^CMD (.+)$/m.exec(container)?.[1] ?? '[]');
  const dataDir = join(shell.folder, 'host');
  mkdirSync(dataDir);
  const child = spawn(command, args, {
    cwd: directory,
    env: {
      PATH: `${dirname(process.execPath)}:${shell.path}`,
      ...parseEnvFile(readFileSync(join(directory, '.env'), 'utf8')),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => keepOutput({ from: 'the Node host', text: String(chunk) }));
  }
  return child;
}

/** Reads a file of settings as `gh` does. Only single quotes prevent the replacement of a variable. */
function readGhFile(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^([A-Z_]+)=(?:'(.*)'|"(.*)"|(.*))$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', raw, quoted, bare = '']) => [name, raw ?? (quoted ?? bare).replaceAll(/\$\w+/g, '')]),
  );
}
