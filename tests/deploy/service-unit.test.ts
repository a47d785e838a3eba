import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const unit = readFileSync(join(import.meta.dirname, '../../docs/operating/llms-txt-directory.service'), 'utf8');
const valuesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);

it('the service may write its data and neither its code nor its settings', () => {
  const [home = ''] = valuesOf('WorkingDirectory');
  expect(valuesOf('ProtectSystem')).toEqual(['strict']);
  expect(valuesOf('ReadWritePaths')).toEqual([join(home, '.data')]);
  expect(valuesOf('InaccessiblePaths')).toEqual(valuesOf('EnvironmentFile'));
});
