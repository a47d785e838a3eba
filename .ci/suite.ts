import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * `suite.ts <name> <report folder>` runs a suite of vitest.config.ts and records the count. Failed files run two more times, to
 * tell broken files from flaky files. Both fail the run.
 */
const [name = '', reports = ''] = process.argv.slice(2);

/** Records every output and every issued secret for .ci/scan-outputs.ts. */
const RECORDER = new URL('../tests/outputs/record.ts', import.meta.url).href;

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

/** Returns null if the suite ended without a report. */
function run(round: number, files: readonly string[]): Report | null {
  const output = join(reports, `${name}.${round}.raw.json`);
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const env = {
    ...process.env,
    RUN_RECORDS: join(reports, 'records'),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${RECORDER}`,
  };
  spawnSync('npx', ['vitest', 'run', '--project', name, ...flags, ...files], { stdio: 'inherit', env });
  try {
    return JSON.parse(readFileSync(output, 'utf8'));
  } catch {
    return null;
  }
}

const failedFiles = (report: Report) =>
  report.testResults.filter(({ status }) => status === 'failed').map((file) => relative(process.cwd(), file.name));

const first = run(1, []);
const failing = first === null ? [] : failedFiles(first);
const failed = first === null ? 1 : Math.max(first.numFailedTests, failing.length);
const again = failing.length > 0 ? [2, 3].map((round) => run(round, failing)) : [];
const failures = failing.map((file) => {
  const times = 1 + again.filter((report) => report === null || failedFiles(report).includes(file)).length;
  return `${times === 3 ? 'broken' : 'flaky'}: ${file} failed ${times} of 3 times`;
});
for (const line of failures) console.log(line);
const count = { passed: first?.numPassedTests ?? 0, failed, failures };
writeFileSync(join(reports, `${name}.count.json`), JSON.stringify(count));
process.exit(failed > 0 ? 1 : 0);
