import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Prints the broken and flaky files of all suites, then the sum over all suites as one line. */
const [reports = ''] = process.argv.slice(2);
const counts: { passed: number; failed: number; failures: string[] }[] = readdirSync(reports)
  .filter((file) => file.endsWith('.count.json'))
  .map((file) => JSON.parse(readFileSync(join(reports, file), 'utf8')));
const sum = (key: 'passed' | 'failed') => counts.reduce((total, count) => total + count[key], 0);
for (const line of counts.flatMap(({ failures }) => failures)) console.log(line);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
