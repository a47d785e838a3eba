import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { document } from '../surface/describe-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const description = join(folder, 'openapi.json');
writeFileSync(description, JSON.stringify(document));
const rules = join(folder, 'spectral.yaml');
writeFileSync(rules, 'extends: ["spectral:oas"]\n');

/** Linters. They are pinned outside the lock, because they bring hundreds of packages. */
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

/** Creates a faulty description, to check that the tools work. */
function spoiled(): string {
  const path = join(folder, 'spoiled.json');
  const { paths: _, ...rest } = Object(document);
  writeFileSync(path, JSON.stringify({ ...rest, paths: { '/x/{y}': { get: { responses: {} } } } }));
  return path;
}

describe('the interface description', () => {
  it('passes Redocly without a warning', async () => {
    const { text } = await run(REDOCLY, 'lint', description, '--extends=recommended', '--format=json');
    expect(JSON.parse(text)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
    const wrong = await run(REDOCLY, 'lint', spoiled(), '--extends=recommended', '--format=json');
    expect(JSON.parse(wrong.text.slice(0, wrong.text.lastIndexOf('}') + 1)).totals.errors).toBeGreaterThan(0);
  });

  it('passes Spectral without a hint', async () => {
    const lint = (file: string) =>
      run(SPECTRAL, 'lint', file, '--ruleset', rules, '--fail-severity=hint', '--format=json');
    expect(await lint(description)).toMatchObject({ code: 0, text: expect.stringMatching(/^\[\]/) });
    expect(await lint(spoiled())).toMatchObject({ code: 1 });
  });
});
