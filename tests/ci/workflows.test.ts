import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const scripts = new Set(
  Object.keys(
    z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).scripts,
  ),
);

const stepSchema = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const jobSchema = z.looseObject({
  'runs-on': z.string(),
  'timeout-minutes': z.int(),
  permissions: z.record(z.string(), z.string()).optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  strategy: z.looseObject({ matrix: z.record(z.string(), z.array(z.unknown())) }).optional(),
  steps: z.array(stepSchema),
});
const workflowSchema = z.looseObject({
  name: z.string(),
  on: z.looseObject({ schedule: z.array(z.object({ cron: z.string() })).optional() }),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.unknown() }),
  jobs: z.record(z.string(), jobSchema),
});

/** Workflow that an operator copies into a repository of the directory. */
const SHIPPED = '../../docs/operating/directory.yml';
const workflows = [...readdirSync(folder).filter((each) => each.endsWith('.yml')), SHIPPED].map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return { file, text, workflow: workflowSchema.parse(parse(text)) };
});
const listJobs = ({ workflow }: (typeof workflows)[number]) => Object.entries(workflow.jobs);
/**
 * First major version of each action that runs on Node 24, read from the action.yml of each version. GitHub removed Node 20 from
 * its runners. An action of steps (`composite`) counts with the actions that it uses.
 */
const FIRST_MAJORS_ON_NODE_24: Readonly<Record<string, number>> = {
  'actions/attest-build-provenance': 3,
  'actions/cache': 5,
  'actions/checkout': 5,
  'actions/deploy-pages': 5,
  'actions/download-artifact': 7,
  'actions/setup-node': 5,
  'actions/upload-artifact': 6,
  'actions/upload-pages-artifact': 5,
};
/** Time limit of .ci/crawl.ts. */
const REGISTRATION_MINUTES = 20;
const SIGNING_RIGHTS = ['id-token', 'attestations', 'pages'];
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

for (const found of workflows) {
  const { file, text, workflow } = found;
  describe(`the workflow ${file}`, () => {
    it('grants only read access to the code, unless a job declares more', () => {
      expect(workflow.permissions).toEqual({ contents: 'read' });
      for (const [, { permissions = {} }] of listJobs(found)) expect(permissions['contents'] ?? 'read').toBe('read');
    });

    it('pins every action to a commit with its version, and passes it no credentials', () => {
      for (const line of text.split('\n').filter((one) => /^\s*-?\s*uses:/.test(one))) {
        expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      }
      for (const [, { steps }] of listJobs(found)) {
        for (const { uses, with: given } of steps) {
          if (uses !== undefined) expect(uses).toMatch(PINNED);
          if (uses?.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false });
        }
      }
    });

    it('uses no action with a runtime that GitHub removed', () => {
      for (const [, name = '', major = ''] of text.matchAll(/uses: ([\w-]+\/[\w-]+)\S* # v(\d+)\./g)) {
        expect(Number(major), name).toBeGreaterThanOrEqual(FIRST_MAJORS_ON_NODE_24[name] ?? Infinity);
      }
    });

    it('installs no package and checks out no code in a job that may sign or publish', () => {
      for (const [name, { permissions = {}, steps }] of listJobs(found)) {
        if (!SIGNING_RIGHTS.some((right) => permissions[right] === 'write')) continue;
        for (const { run = '', uses = '' } of steps) {
          expect(run, name).not.toMatch(/npm (ci|install|run|exec)|npx/);
          expect(uses, name).not.toContain('actions/checkout@');
        }
      }
    });

    it('skips package scripts and uses the project’s Node in a job with secrets', () => {
      for (const [name, { steps }] of listJobs(found)) {
        if (!JSON.stringify(steps).includes('secrets.')) continue;
        for (const { run = '', uses = '', with: options } of steps) {
          if (/npm ci/.test(run)) expect(run, name).toContain('--ignore-scripts');
          // Expect a step for Node, because packages without their scripts contain no Node.
          if (uses.startsWith('actions/setup-node@')) expect(options).toMatchObject({ 'node-version': 24 });
        }
      }
    });

    it('sets a timeout and a fixed machine version for every job', () => {
      for (const [name, job] of listJobs(found)) {
        expect(job['timeout-minutes'], name).toBeGreaterThan(0);
        expect(job['timeout-minutes'], name).toBeLessThan(360);
        expect(job['runs-on'], name).not.toMatch(/latest/);
        for (const needed of [job.needs ?? []].flat()) expect(Object.keys(workflow.jobs)).toContain(needed);
      }
    });

    it('starts at an odd minute, not at the full hour', () => {
      for (const { cron } of workflow.on.schedule ?? []) {
        const fields = cron.split(' ');
        expect(fields).toHaveLength(5);
        expect(fields[0]).toMatch(/^[1-9]\d?$/);
        expect(Number(fields[0]) % 2, cron).toBe(1);
        expect(Number(fields[0]) % 5, cron).not.toBe(0);
      }
    });

    it('passes no text that others can choose to a shell', () => {
      for (const [, { steps }] of listJobs(found)) for (const { run = '' } of steps) expect(run).not.toContain('${{');
    });

    it('passes a secret only to steps that use it', () => {
      const outside = [workflow, ...Object.values(workflow.jobs)].map(({ env }) => JSON.stringify(env ?? {}));
      for (const env of outside) expect(env).not.toContain('secrets.');
      for (const [, { steps }] of listJobs(found)) {
        for (const { run = '', uses, env = {} } of steps) {
          const secrets = Object.keys(env).filter((name) => env[name]?.includes('secrets.'));
          if (uses !== undefined || run.startsWith('npm ci')) expect(secrets).toEqual([]);
          // Crawl jobs must not have this secret, because it signs keys, claims and mail links.
          expect(secrets.includes('SERVER_SECRET'), run).toBe(run === 'npx directory deliver');
        }
      }
    });

    it('runs only programs that exist', () => {
      for (const [, { steps }] of listJobs(found)) {
        for (const { run = '' } of steps) {
          for (const [, script = ''] of run.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
            expect(scripts).toContain(script);
          for (const [, command = ''] of run.matchAll(/npx directory ([\w-]+)/g))
            expect(readdirSync(join(root, 'bin/commands'))).toContain(`${command}.ts`);
          for (const [, program = ''] of run.matchAll(/(?:^|\s)(\.ci\/[\w.-]+)/g)) {
            expect(readdirSync(join(root, '.ci'))).toContain(program.replace('.ci/', ''));
          }
        }
      }
    });
  });
}

it('pins each action to one commit in all workflows', () => {
  const commits = new Map<string, Set<string>>();
  for (const { text } of workflows) {
    for (const [, action = '', commit = ''] of text.matchAll(/uses: ([\w./-]+)@(\S+)/g)) {
      commits.set(action, (commits.get(action) ?? new Set()).add(commit));
    }
  }
  expect([...commits].filter(([, each]) => each.size > 1)).toEqual([]);
});

it('limits the workflow for a private repository to 1,500 minutes a month', () => {
  const { on, jobs } = workflows.find(({ file }) => file === SHIPPED)?.workflow ?? {};
  const [, hours = ''] = /^\d+ \*\/(\d+) \* \* \*$/.exec(on?.schedule?.[0]?.cron ?? '') ?? [];
  const minutes = Object.values(jobs ?? {}).reduce((sum, job) => sum + job['timeout-minutes'], 0);
  const monthly = (24 / Number(hours)) * 31 * minutes;
  expect(monthly).toBe(1_488);
  const page = readFileSync(join(root, 'docs/operating/free-plans.md'), 'utf8');
  expect(page).toContain('1,488 minutes a month');
});

describe('the crawl', () => {
  const jobs = workflows.find(({ file }) => file === 'crawl.yml')?.workflow.jobs ?? {};

  it.each(['visit', 'shards'])(
    'begins no visit in the last minutes of the job %s, so that it ends by itself',
    (name) => {
      const job = jobs[name];
      const commands = (job?.steps ?? []).map(({ run = '' }) => run);
      const [, minutes = ''] = /--deadline (\d+)m\b/.exec(commands.find((run) => run.includes('visit')) ?? '') ?? [];
      expect(Number(minutes)).toBeGreaterThan(0);
      const registrations = commands.some((run) => run.includes('registrations')) ? REGISTRATION_MINUTES : 0;
      // Reserve minutes for the installation and the last visit.
      expect(Number(minutes) + registrations + 15).toBeLessThanOrEqual(job?.['timeout-minutes'] ?? 0);
    },
  );

  it('runs one job unless many domains are left', () => {
    expect(Object.entries(jobs).filter(([, { if: condition }]) => !String(condition).includes('due'))).toHaveLength(2);
    expect(jobs['shards']?.['if']).toBe('always() && needs.visit.outputs.due > 1000');
  });

  it('runs the declared number of shards', () => {
    const shards = jobs['shards']?.strategy?.matrix['shard'] ?? [];
    expect(shards).toEqual(shards.map((_, i) => `${i + 1}/${shards.length}`));
    expect(shards.length).toBeGreaterThan(1);
  });

  it('starts the deployment', () => {
    const deploy = workflows.find(({ file }) => file === 'deploy.yml')?.text ?? '';
    expect(deploy).toContain('workflows: [crawl]');
  });
});

it('has the majors of its own actions in the recipes for owners', () => {
  const recipes = readFileSync(join(root, 'src/content/docs/publish.md'), 'utf8');
  const own = new Set(workflows.flatMap(({ text }) => listActions(text)));
  const shown = listActions(recipes).filter((action) => action.startsWith('actions/'));
  expect(shown).not.toEqual([]);
  for (const action of shown) expect(own).toContain(action);
});

/** Returns the actions of a text with their majors: `actions/checkout@v7`. */
function listActions(text: string): string[] {
  return Array.from(
    text.matchAll(/uses: ([\w./-]+)@(?:[0-9a-f]{40} # )?(v\d+)/g),
    ([, name, major]) => `${name}@${major}`,
  );
}
