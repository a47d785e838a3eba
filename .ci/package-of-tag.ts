import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the folder of the package that a tag publishes. `llmstxt-v1.2.3` is packages/llmstxt with version 1.2.3, which its
 * changelog must name. Throws with the reason for other tags.
 */
export function packageOfTag(tag: string, root: string): string {
  const [, name, version] = /^([a-z][a-z-]*)-v(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
  if (name === undefined || version === undefined) throw new Error(`'${tag}' is not <package>-v<version>`);
  const folder = `packages/${name}`;
  const packageVersion: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version;
  if (packageVersion !== version)
    throw new Error(`${folder} has version ${packageVersion}, and the tag says ${version}`);
  const changes = readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8');
  if (!changes.includes(`\n## ${version}\n`)) throw new Error(`${folder}/CHANGELOG.md has no section '## ${version}'`);
  return folder;
}

const [, program, tag = ''] = process.argv;
if (program === fileURLToPath(import.meta.url)) console.log(packageOfTag(tag, join(import.meta.dirname, '..')));
