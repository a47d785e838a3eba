import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageOfTag } from '../../.ci/package-of-tag.ts';
import { folderOfFile } from '../temp-folder.ts';

const root = folderOfFile();
beforeAll(() => {
  for (const [name, changelog] of [
    ['llmstxt', '# Changelog\n\n## 1.2.3\n\n- News.\n'],
    ['astro-llmstxt', '# Changelog\n\n## Unreleased\n'],
  ] as const) {
    const folder = join(root, 'packages', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3' }));
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  }
});

describe('a tag', () => {
  it('publishes the package that it names, at its version', () => {
    expect(packageOfTag('llmstxt-v1.2.3', root)).toBe('packages/llmstxt');
  });

  it.each([
    ['llmstxt-v1.2.4', 'packages/llmstxt has version 1.2.3, and the tag says 1.2.4'],
    ['astro-llmstxt-v1.2.3', "packages/astro-llmstxt/CHANGELOG.md has no section '## 1.2.3'"],
    ['v1.2.3', "'v1.2.3' is not <package>-v<version>"],
    ['../x-v1.2.3', "'../x-v1.2.3' is not <package>-v<version>"],
    ['llmstxt-v1.2', "'llmstxt-v1.2' is not <package>-v<version>"],
  ])('publishes nothing for %s', (tag, reason) => {
    expect(() => packageOfTag(tag, root)).toThrow(reason);
  });
});
