import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { document } from '../surface/describe-api.ts';
import { folderOfFile } from '../temp-folder.ts';

const folder = folderOfFile();

const description = join(folder, 'openapi.json');
writeFileSync(description, JSON.stringify(document));
const rules = join(folder, 'spectral.yaml');
writeFileSync(rules, 'extends: ["spectral:oas"]\n');

/** Linters, pinned outside the lock, because they bring hundreds of packages. */
const REDOCLY = '@redocly/cli@2.77.0';
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';

interface Said {
  readonly code: number;
  readonly text: string;
}

async function run(tool: string, ...args: string[]): Promise<Said> {
  try {
    const { stdout } = await promisify(execFile)('npx', ['--yes', tool, ...args], { cwd: folder });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = Object(error);
    return { code: Number(code), text: `${stdout}${stderr}` };
  }
}

describe('the interface description', () => {
  it('passes Redocly without a warning', async () => {
    const { text } = await run(REDOCLY, 'lint', description, '--extends=recommended', '--format=json');
    expect(JSON.parse(text)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
  });

  it('passes Spectral without a hint', async () => {
    const args = ['--ruleset', rules, '--fail-severity=hint', '--format=json'];
    const said = await run(SPECTRAL, 'lint', description, ...args);
    expect(said).toMatchObject({ code: 0, text: expect.stringMatching(/^\[\]/) });
  });
});
