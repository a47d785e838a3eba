import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withEditableSite } from '../../src/sandbox/editable-site.ts';
import { folderOfTest } from '../temp-folder.ts';
import { readTestWeb } from './test-web.ts';

describe('an editable site', () => {
  it('stores a posted request before it answers', async () => {
    const folder = folderOfTest();
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
