import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Checkers. They run by npx, like knip, because daily work does not need them. */
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

const run = promisify(execFile);

const hasJava = (() => {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
if (!hasJava) process.stderr.write('skipped: the Nu checker needs java, which is not here\n');

/** Returns the faults that html-validate and the Nu checker find in pages, by name of the page. */
export async function findInvalidHtml(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'html-'));
  const names = [...pages.keys()];
  const files = [...pages.values()].map((html, at) => {
    const file = join(folder, `${at}.html`);
    writeFileSync(file, html);
    return file;
  });
  const toName = (file: string) => names[Number(/(\d+)\.html$/.exec(file)?.[1])];
  try {
    const validated = await validate(folder, files);
    const checked = hasJava ? await checkWithNu(files) : [];
    return [...validated, ...checked].map(({ file, fault }) => `${toName(file)}: ${fault}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Fault {
  readonly file: string;
  readonly fault: string;
}

async function validate(folder: string, files: readonly string[]): Promise<Fault[]> {
  const rules = Object.fromEntries(OFF.map((rule) => [rule, 'off']));
  const settings = { root: true, extends: ['html-validate:standard'], rules };
  writeFileSync(join(folder, '.htmlvalidate.json'), JSON.stringify(settings));
  const args = ['--yes', CHECKERS.htmlValidate, '--formatter', 'json', '--max-warnings', '0', ...files];
  const { stdout } = await run('npx', args, { cwd: folder, maxBuffer: MAX_REPORT_BYTES }).catch((error) => error);
  return validateSchema
    .parse(JSON.parse(stdout))
    .flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, message }) => ({ file: filePath, fault: `${ruleId}: ${message}` })),
    );
}

async function checkWithNu(files: readonly string[]): Promise<Fault[]> {
  const flags = ['--errors-only', '--exit-zero-always', '--format', 'json', '--filterpattern', UNKNOWN_TO_NU];
  const { stderr } = await run('npx', ['--yes', CHECKERS.nu, ...flags, ...files], { maxBuffer: MAX_REPORT_BYTES });
  const { messages } = nuSchema.parse(JSON.parse(stderr.slice(stderr.indexOf('{"'))));
  return messages.map(({ url, message }) => ({ file: url, fault: message }));
}
