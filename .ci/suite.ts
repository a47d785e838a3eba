import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** `suite.ts <name> <npm script> <report folder>`: runs a vitest suite, its failed files up to twice more, and keeps the count. */
const [name = '', script = '', reports = ''] = process.argv.slice(2);

/** Keeps every output, and every secret that was given out, for .ci/scan-outputs.ts. */
const RECORDER = new URL('../tests/outputs/record.ts', import.meta.url).href;

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

function run(round: number, files: readonly string[]): Report | null {
  const output = join(reports, `${name}.${round}.raw.json`);
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const env = {
    ...process.env,
    RUN_RECORDS: join(reports, 'records'),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${RECORDER}`,
  };
  spawnSync('npm', ['run', '--silent', script, '--', ...flags, ...files], { stdio: 'inherit', env });
  try {
    return JSON.parse(readFileSync(output, 'utf8'));
  } catch {
    return null;
  }
}

const failedFiles = (report: Report) =>
  report.testResults.filter(({ status }) => status === 'failed').map((file) => relative(process.cwd(), file.name));

const first = run(1, []);
let failed = first === null ? 1 : Math.max(first.numFailedTests, failedFiles(first).length);
if (first !== null && failed > 0) {
  const again = [2, 3].map((round) => run(round, failedFiles(first)));
  if (again.every((report) => report?.success)) {
    console.log(`flaky: ${failedFiles(first).join(', ')} failed once in three`);
    failed = 0;
  }
}
writeFileSync(join(reports, `${name}.count.json`), JSON.stringify({ passed: first?.numPassedTests ?? 0, failed }));
process.exit(failed > 0 ? 1 : 0);
