import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/**
 * `deploy.ts build` builds. The summary of the run names failed pages, and the run continues. `deploy.ts snapshot` writes today's
 * snapshot, and outputs its folder and whether it is new. `deploy.ts compare` outputs the digest of the site, and whether the
 * site and the server's code differ from the last deployment. `deploy.ts run site|server` runs PUBLISH_COMMAND or SERVER_COMMAND
 * if it is set and the part is new.
 */
type Part = 'site' | 'server';
const PARTS: readonly Part[] = ['site', 'server'];
const COMMANDS: Readonly<Record<Part, string>> = { site: 'PUBLISH_COMMAND', server: 'SERVER_COMMAND' };
/** Code of the server. Other changes cause no restart. */
const SERVER_CODE = ['packages', 'src', 'functions', 'bin', 'supabase', 'package-lock.json', 'astro.config.mjs'];

const dataDir = resolve(process.env['DATA_DIR'] || '.data');
const site = join(dataDir, 'site');
const digestFile = (part: Part) => join(dataDir, 'deployed', part);

/** Hashes all file names and contents, sorted by name. */
function siteDigest(): string {
  const hash = createHash('sha256');
  const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  if (files.length === 0) throw new Error(`${site} is empty: run npm run build first`);
  for (const file of files)
    hash
      .update(`${relative(site, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function serverDigest(): string {
  const objects = SERVER_CODE.map((path) =>
    execFileSync('git', ['rev-parse', `HEAD:${path}`], { encoding: 'utf8' }).trim(),
  );
  return createHash('sha256').update(objects.join('\n')).digest('hex');
}

const computeDigest = (part: Part) => (part === 'site' ? siteDigest() : serverDigest());

function isNew(part: Part): boolean {
  try {
    return readFileSync(digestFile(part), 'utf8') !== computeDigest(part);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
}

function writeOutput(name: string, value: string): void {
  const output = process.env['GITHUB_OUTPUT'];
  if (output) appendFileSync(output, `${name}=${value}\n`);
  console.log(`${name}: ${value}`);
}

/** Exit code of a build with failed pages. */
const SOME_FAILED = 4;
/** Reasons that the summary shows. The log has all reasons. */
const SHOWN_FAILURES = 10;

function build(): void {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  process.stderr.write(stderr);
  if (status !== 0 && status !== SOME_FAILED) process.exit(status ?? 1);
  if (status === SOME_FAILED) reportFailures(stderr);
}

function snapshot(): void {
  const printed = execFileSync('npx', ['--no', '--', 'directory', 'snapshot'], { encoding: 'utf8' });
  const { folder, written } = JSON.parse(printed);
  writeOutput('folder', folder);
  writeOutput('written', String(written));
}

function reportFailures(log: string): void {
  const failures = log.split('\n').flatMap((line) => {
    if (!/"event":"(?:page|file)\.failed"/.test(line)) return [];
    const { domain, path, reason } = JSON.parse(line);
    return [`${domain ?? path}: ${reason}`];
  });
  console.log(`::warning title=Pages that could not be built::${failures.length}; they keep their old versions`);
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (!summary) return;
  const shownFailures = failures.slice(0, SHOWN_FAILURES).map((failure) => `    ${failure}`);
  const more = failures.length > shownFailures.length ? [`    and ${failures.length - shownFailures.length} more`] : [];
  const lines = [
    `### ${failures.length} pages could not be built`,
    '',
    'They keep their old versions.',
    '',
    ...shownFailures,
    ...more,
  ];
  appendFileSync(summary, `${lines.join('\n')}\n`);
}

function compare(): void {
  for (const name of PARTS) writeOutput(`${name}_is_new`, String(isNew(name)));
  writeOutput('site_digest', siteDigest());
}

function remember(part: Part): void {
  mkdirSync(join(dataDir, 'deployed'), { recursive: true });
  writeFileSync(digestFile(part), computeDigest(part));
}

function run(part: Part): void {
  const command = process.env[COMMANDS[part]];
  if (!command || !isNew(part)) {
    console.log(`${part}: ${command ? 'nothing new' : `${COMMANDS[part]} is not set`}`);
    return;
  }
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, SITE_DIR: site } });
  if (status !== 0) throw new Error(`${COMMANDS[part]} ended with ${status}`);
  remember(part);
  console.log(`${part}: deployed`);
}

const [action = '', given = ''] = process.argv.slice(2);
const part = PARTS.find((name) => name === given);
if (action === 'build') build();
else if (action === 'snapshot') snapshot();
else if (action === 'compare') compare();
else if (action === 'run' && part) run(part);
else throw new Error('usage: deploy.ts build | snapshot | compare | run site|server');
