import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '../temp-folder.ts';

const root = join(import.meta.dirname, '../..');
const FILE = 'tests/a.test.ts';

let folder = '';
beforeEach(() => {
  folder = folderOfTest();
});

/** Runs the suite with a fake npx whose rounds end as given. A round without an end writes no report. */
function runSuite(...rounds: readonly ('passes' | 'fails')[]) {
  for (const [index, end] of rounds.entries()) {
    const status = end === 'passes' ? 'passed' : 'failed';
    const report = {
      numPassedTests: end === 'passes' ? 7 : 6,
      numFailedTests: end === 'passes' ? 0 : 1,
      testResults: [{ name: join(root, FILE), status }],
    };
    writeFileSync(join(folder, `report.${index + 1}`), JSON.stringify(report));
  }
  const npx = `#!/bin/sh\nfor each; do case $each in --outputFile.json=*) to=\${each#*=} ;; esac; done
round=\${to%.raw.json}\ncp "${folder}/report.\${round##*.}" "$to"\n`;
  writeFileSync(join(folder, 'npx'), npx, { mode: 0o755 });
  const { status, stdout } = spawnSync(process.execPath, ['.ci/suite.ts', 'unit', folder], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
  });
  return { status, stdout, count: JSON.parse(readFileSync(join(folder, 'unit.count.json'), 'utf8')) };
}

it('runs a passing suite once', () => {
  const { status, stdout, count } = runSuite('passes');
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(count).toEqual({ passed: 7, failed: 0, failures: [] });
});

it.each([
  ['flaky', ['fails', 'passes', 'passes'], 'flaky: tests/a.test.ts failed 1 of 3 times'],
  ['flaky more often than not', ['fails', 'passes', 'fails'], 'flaky: tests/a.test.ts failed 2 of 3 times'],
  ['broken', ['fails', 'fails', 'fails'], 'broken: tests/a.test.ts failed 3 of 3 times'],
] as const)('fails the run for a %s file and names the file', (_, rounds, line) => {
  const { status, stdout, count } = runSuite(...rounds);
  expect({ status, stdout }).toEqual({ status: 1, stdout: `${line}\n` });
  expect(count).toEqual({ passed: 6, failed: 1, failures: [line] });
});

it('fails the run if a suite ends without a report', () => {
  const { status, count } = runSuite();
  expect(status).toBe(1);
  expect(count).toEqual({ passed: 0, failed: 1, failures: [] });
});
