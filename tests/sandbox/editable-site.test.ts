import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withEditableSite } from '../../src/sandbox/editable-site.ts';
import { readTestWeb } from './test-web.ts';

describe('an editable site', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'editable-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('stores a posted request before it answers', async () => {
    const web = withEditableSite(await readTestWeb(), { domain: 'own.example', folder });
    const post = {
      host: 'own.example',
      scheme: 'https',
      method: 'POST',
      path: '/alerts',
      headers: {},
      body: 'x',
    } as const;
    for (let n = 1; n <= 20; n++) {
      expect(await web.receive?.(post)).toBe(204);
      expect((await readFile(join(folder, 'posted.ndjson'), 'utf8')).split('\n')).toHaveLength(n + 1);
    }
    expect(await web.receive?.({ ...post, host: 'other.example' })).toBeNull();
  });
});
