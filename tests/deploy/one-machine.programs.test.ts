import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { freePort } from '../free-port.ts';
import { HAS_CADDY } from '../functions/edge/start-routers.ts';
import { type Machine, openMachine } from './walk/machine.ts';
import { fillIn, readPage } from './walk/page.ts';
import { type Project, publishProject } from './walk/project.ts';
import { type Sample, SITE, startSample } from './walk/sample.ts';
import { declareSteps } from './walk/steps.ts';
import { runAs } from './walk/users.ts';

const page = readPage('one-machine.md');
const VERIFIED = 'class="verified">Verified';
const HAS_ACL = spawnSync('setfacl', ['--version']).status === 0;
if (!HAS_CADDY || !HAS_ACL) console.log('skipped: the walk of one-machine.md needs the packages caddy and acl');

describe.runIf(HAS_CADDY && HAS_ACL)('one small machine', () => {
  const step = declareSteps();
  let machine: Machine;
  let sample: Sample;
  let project: Project;
  let baseUrl: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    const serverPort = await freePort();
    baseUrl = `http://127.0.0.1:${await freePort()}`;
    machine = await openMachine({ serverPort, words: { 'your-site.example': SITE } });
    sample = await startSample(machine.shell.folder);
    project = publishProject(machine.shell.folder, 'you');
    for (const [name, value] of Object.entries(project.env)) await machine.shell.run(`export ${name}='${value}'`);
    settings = { BASE_URL: baseUrl, PORT: String(serverPort), ...sample.settings };
  });
  afterAll(async () => {
    await machine?.close();
    await sample?.close();
  });
  const runAll = async (...headings: readonly string[]) => {
    const outputs: string[] = [];
    for (const command of page.commandsOf(...headings)) outputs.push(await machine.run(command));
    return outputs;
  };
  const readText = async (path: string) => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { accept: 'text/html' } });
    return `${answer.status} ${await answer.text()}`;
  };
  const untilReady = () => expect.poll(() => readText('/readyz').catch(String)).toContain('200 ready');

  step('installs the project and its first list of sites', async () => {
    const { commands, files } = page.section('Install');
    const [clone = '', ...others] = commands;
    await machine.run(clone);
    await machine.run(`cat > .env <<'END'\n${fillIn(files[0] ?? '', settings)}END`);
    for (const command of others) await machine.run(command);
  });

  step('starts the server behind Caddy', async () => {
    await runAll('Start');
    await untilReady();
    expect(await readText('/')).toMatch(/^200 [\s\S]*Our directory/);
  });

  step('verifies a site, and the doctor finds no fault', async () => {
    const [show = '', redeem = '', doctor = ''] = page.commandsOf('Verify a site');
    const { token } = JSON.parse(await machine.run(show));
    sample.publishProof(token);
    expect(JSON.parse(await machine.run(redeem))).toMatchObject({ verified: true });
    expect(await machine.run(doctor)).toContain('No faults.');
  });

  step('crawls at the time of the timer', async () => {
    // Use a cached list of today without the sample's names, because the registries are on the internet.
    const registries = { services: [[['test'], ['https://rdap.test/']]] };
    writeFileSync(join(machine.home, '.data/rdap-servers.json'), JSON.stringify(registries));
    await machine.systemd.fire('llms-txt-directory-crawl.timer');
    await expect.poll(() => readText('/domain/lumendb.example')).toMatch(/^200 [\s\S]*LumenDB/);
  });

  step('serves the page of the verified site from a file that Caddy may read', async () => {
    const file = join(machine.home, '.data/site/domain', `${SITE}.html`);
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain(VERIFIED);
    expect(await readText(`/domain/${SITE}`)).toContain(VERIFIED);
    const unreadable = spawnSync('find', [join(machine.home, '.data/site'), '!', '-readable'], runAs('caddy'));
    expect(String(unreadable.stdout) + String(unreadable.stderr)).toBe('');
    const secret = spawnSync('cat', [join(machine.home, '.data/server-secret')], runAs('caddy'));
    expect(secret.status).not.toBe(0);
  });

  step('upgrades to a later version', async () => {
    project.release('src/content/docs/try.md', '\nA later version.\n');
    await runAll('Later', 'Upgrade');
    await untilReady();
    expect(await readText('/docs/try')).toMatch(/^200 [\s\S]*A later version\./);
  });

  step('restores a copy', async () => {
    await runAll('Back up');
    const removed = '/domain/shanhe-tea.example.json';
    expect(await readText(removed)).toMatch(/^200/);
    const [asDirectory = ''] = /^sudo .*(?=npx)/.exec(page.commandsOf('Back up')[0] ?? '') ?? [];
    await machine.run(`${asDirectory} npx directory admin remove shanhe-tea.example --note test`);
    await expect.poll(() => readText(removed)).toMatch(/^404/);
    await runAll('Restore');
    await untilReady();
    expect(await readText(removed)).toMatch(/^200/);
    expect(await readText(`/domain/${SITE}`)).toContain(VERIFIED);
  });
});
