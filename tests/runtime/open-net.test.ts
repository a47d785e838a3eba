import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { userAgentOf } from '../../src/runtime/open-net.ts';

it('requests name the crawler in the version of the package, and where to read about it', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const BASE_URL = 'https://dir.org';
  expect(userAgentOf({ BASE_URL })).toBe(`llms-txt-directory/${version} (+https://dir.org/docs/crawler)`);
  const CONTACT_URL = 'https://dir.org/bot';
  expect(userAgentOf({ BASE_URL, CONTACT_URL })).toBe(`llms-txt-directory/${version} (+https://dir.org/bot)`);
});
