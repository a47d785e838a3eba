import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { folderOfFile } from '../temp-folder.ts';
import { askPage } from './ask-page.ts';
import { KINDS, MISSING } from './page-kinds.ts';

const PATHS = [...KINDS, ...MISSING];
/** Checkers, run by npx like knip, because daily work does not need them. */
const CHECKERS = { nu: 'vnu-jar@26.9.27', htmlValidate: 'html-validate@10.17.0' };
/** Disabled rules, which are about style and source. */
const OFF = [
  'attr-quotes',
  'attribute-boolean-style',
  'attribute-empty-style',
  'doctype-style',
  'long-title',
  'no-inline-style',
  'no-raw-characters',
  'no-trailing-whitespace',
  'void-style',
];
/** Messages about parts of the standard since 2024 that the Nu checker does not know. */
const UNKNOWN_TO_NU = '.*“blocking” attribute must have a “rel” attribute.*';
const MAX_REPORT_BYTES = 16_777_216;

const nuSchema = z.object({ messages: z.array(z.object({ url: z.string(), message: z.string() })) });
const validateSchema = z.array(
  z.object({ filePath: z.string(), messages: z.array(z.object({ ruleId: z.string(), message: z.string() })) }),
);

const hasJava = (() => {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
if (!hasJava) process.stderr.write('skipped: the Nu checker needs java, which is not here\n');

describe('the HTML of every kind of page', () => {
  const folder = folderOfFile();
  let files: readonly string[] = [];
  beforeAll(async () => {
    const rules = Object.fromEntries(OFF.map((rule) => [rule, 'off']));
    writeFileSync(
      join(folder, '.htmlvalidate.json'),
      JSON.stringify({ root: true, extends: ['html-validate:standard'], rules }),
    );
    files = await Promise.all(
      PATHS.map(async (path, at) => {
        const file = join(folder, `${at}.html`);
        writeFileSync(file, (await askPage(path)).text);
        return file;
      }),
    );
  });

  const run = promisify(execFile);
  const pathOf = (file: string) => PATHS[Number(/(\d+)\.html$/.exec(file)?.[1])];

  it('passes html-validate', async () => {
    const args = ['--yes', CHECKERS.htmlValidate, '--formatter', 'json', '--max-warnings', '0', ...files];
    const { stdout } = await run('npx', args, { cwd: folder, maxBuffer: MAX_REPORT_BYTES }).catch((error) => error);
    const found = validateSchema.parse(JSON.parse(stdout));
    const lines = found.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, message }) => `${pathOf(filePath)}: ${ruleId}: ${message}`),
    );
    expect(lines).toEqual([]);
  });

  it.skipIf(!hasJava)('passes the Nu checker', async () => {
    const flags = ['--errors-only', '--exit-zero-always', '--format', 'json', '--filterpattern', UNKNOWN_TO_NU];
    const { stderr } = await run('npx', ['--yes', CHECKERS.nu, ...flags, ...files], { maxBuffer: MAX_REPORT_BYTES });
    const { messages } = nuSchema.parse(JSON.parse(stderr.slice(stderr.indexOf('{"'))));
    expect(messages.map(({ url, message }) => `${pathOf(url)}: ${message}`)).toEqual([]);
  });
});
