import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../temp-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'docs/operating');
const names = readdirSync(FOLDER).filter((name) => /\.(service|timer)$/.test(name));
const toText = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

it.each(names.filter((name) => name.endsWith('.service')))(
  'lets %s write its data, but not its code or settings',
  (name) => {
    const listValues = (key: string) =>
      [...toText(name).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value);
    const [home = ''] = listValues('WorkingDirectory');
    expect(listValues('ProtectSystem')).toEqual(['strict']);
    expect(listValues('ReadWritePaths')).toEqual([join(home, '.data')]);
    expect(listValues('InaccessiblePaths')).toEqual(listValues('EnvironmentFile'));
  },
);

it('passes systemd-analyze with the units of server and crawl', (context) => {
  const folder = folderOfTest();
  for (const name of names) writeFileSync(join(folder, name), toText(name).replaceAll('/srv/directory', ROOT));
  const files = names.map((name) => join(folder, name));
  const { status, error, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  if (error) return context.skip('systemd-analyze is not installed: the units were not verified');
  expect(names).toHaveLength(3);
  expect(stderr.split('\n').filter((line) => line.includes('llms-txt-directory'))).toEqual([]);
  expect(status).toBe(0);
});
