import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EnvError, parseEnv } from '../../src/runtime/env.ts';
import { sandboxOf, userAgentOf } from '../../src/runtime/open-net.ts';

it('requests name the crawler in the version of the package, and where to read about it', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const BASE_URL = 'https://dir.org';
  expect(userAgentOf({ BASE_URL })).toBe(`llms-txt-directory/${version} (+https://dir.org/docs/crawler)`);
  const CONTACT_URL = 'https://dir.org/bot';
  expect(userAgentOf({ BASE_URL, CONTACT_URL })).toBe(`llms-txt-directory/${version} (+https://dir.org/bot)`);
});

it('a sandbox whose authority is not there stops with one line that names the setting', async () => {
  const opened = sandboxOf(parseEnv({ SANDBOX_ORIGIN: '127.0.0.1:8443', SANDBOX_CA: '/nope' }));
  await expect(opened).rejects.toThrow(EnvError);
  await expect(opened).rejects.toThrow(/^SANDBOX_CA: [^\n]*\/nope[^\n]*$/);
});
