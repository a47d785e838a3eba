import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { OPERATING, ROOT, readPage } from '../deploy/walk/page.ts';

/** Most commands from an empty folder to a verified site. */
const MAX_COMMANDS = 12;
/** Number of commands in docs/operating.md. */
const NAMED_COMMANDS = 'eleven';

const toText = (file: string) => readFileSync(join(OPERATING, file), 'utf8');
const page = toText('one-machine.md');
const container = toText('Containerfile');

const volumeSchema = z.string().transform((text) => {
  const [source = '', target = ''] = text.split(':');
  return { source, target };
});
const { services, volumes } = z
  .object({
    services: z.object({
      server: z.looseObject({
        build: z.object({ context: z.string(), dockerfile: z.string() }),
        env_file: z.string(),
        volumes: z.array(volumeSchema),
      }),
      caddy: z.looseObject({
        environment: z.record(z.string(), z.string()),
        volumes: z.array(volumeSchema),
        depends_on: z.tuple([z.literal('server')]),
      }),
    }),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(toText('compose.yml')));

it.each(['one-machine.md', 'free-plans.md'])('counts at most 12 commands in %s, as the guide states', (name) => {
  const { length } = readPage(name).commandsOf('Install', 'Start', 'Verify a site');
  expect(length).toBeLessThanOrEqual(MAX_COMMANDS);
  expect(length).toBe(11);
  expect(readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')).toContain(`need ${NAMED_COMMANDS} commands`);
});

describe('the compose file', () => {
  it('builds the container file from the root of the project', () => {
    const { context, dockerfile } = services.server.build;
    expect(resolve(OPERATING, context)).toBe(ROOT);
    expect(existsSync(join(ROOT, dockerfile))).toBe(true);
  });

  it('reads the file of settings that the page writes, in the folder of the project', () => {
    expect(resolve(OPERATING, services.server.env_file)).toBe(join(ROOT, 'container.env'));
    expect(page).toMatch(/`sed .* \.env > container\.env`/);
    expect(page).toContain('--env-file container.env up -d');
  });

  it.each(['docs/operating/Containerfile.dockerignore', '.gitignore'])(
    'keeps the settings out of images and Git: %s',
    (file) => {
      const ignored = readFileSync(join(ROOT, file), 'utf8').split('\n');
      expect(ignored).toEqual(expect.arrayContaining(['.env', 'container.env']));
    },
  );

  it('runs every step of the timer in the container', () => {
    const steps = [...toText('llms-txt-directory-crawl.service').matchAll(/\.ci\/crawl\.ts ([a-z ]+)/g)];
    expect(steps.length).toBe(2);
    for (const [, names = ''] of steps) expect(page).toContain(`${names}\``);
  });

  it('keeps the data of the container file in a volume, where Caddy finds the pages', () => {
    const [, data = ''] = /^VOLUME (.+)$/m.exec(container) ?? [];
    expect(services.server.volumes).toEqual([{ source: 'data', target: data }]);
    expect(services.caddy.volumes).toContainEqual({ source: 'data', target: data });
    expect(toText('Caddyfile')).toContain(`root * {$SITE_DIR:${data}/site}`);
  });

  it('mounts only files of its folder and named volumes', () => {
    for (const { source } of [...services.server.volumes, ...services.caddy.volumes]) {
      expect(source in volumes || existsSync(join(OPERATING, source)), source).toBe(true);
    }
  });

  it('sets every variable of the Caddyfile that has no other value', () => {
    const used = [...toText('Caddyfile').matchAll(/\{\$([A-Z_]+)(:?)/g)].filter(
      ([, , hasDefault]) => hasDefault === '',
    );
    for (const [, name = ''] of used) expect(services.caddy.environment).toHaveProperty(name);
    const [, port = ''] = /\bPORT=(\d+)/.exec(container) ?? [];
    expect(services.caddy.environment['SERVER']).toBe(`server:${port}`);
  });

  it('starts the server and the crawl like the service units', () => {
    const [, command = ''] = /^CMD (.+)$/m.exec(container) ?? [];
    expect(toText('llms-txt-directory.service')).toContain(`/${JSON.parse(command).join(' ')}\n`);
    const [, service = '', crawl = '', program = ''] = /exec -T (\S+) (node (\S+) [^`]+)`/.exec(page) ?? [];
    expect(services).toHaveProperty(service);
    expect(toText('llms-txt-directory-crawl.service')).toContain(`/${crawl}\n`);
    const ignored = toText('Containerfile.dockerignore').trim().split('\n');
    expect(ignored.filter((each) => program.startsWith(each))).toEqual([]);
  });
});
