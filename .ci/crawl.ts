import { spawnSync } from 'node:child_process';

// `--no` keeps npx from downloading another package of this name.
const DIRECTORY = ['npx', '--no', '--', 'directory'];

/**
 * Steps of the crawl workflow, for CI and any machine: `npx node .ci/crawl.ts <step>… [-- options of the last one]`. `npx node
 * .ci/crawl.ts visit --sample` crawls the sample web. `health` reports whether this crawl was recent.
 */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  ranks: [...DIRECTORY, 'ranks', process.env['RANK_LIST'] || 'https://tranco-list.eu/top-1m.csv.zip'],
  visit: ['npm', 'run', '--silent', 'crawl', '--'],
  health: [...DIRECTORY, 'crawl-health', '--within', '6h'],
  registrations: [...DIRECTORY, 'registrations', '--minutes', '20'],
};

const args = process.argv.slice(2);
const split = args.findIndex((arg) => arg.startsWith('-'));
const names = split === -1 ? args : args.slice(0, split);
const options = split === -1 ? [] : args.slice(split).filter((arg) => arg !== '--');

if (names.length === 0 || names.some((name) => STEPS[name] === undefined)) {
  console.error(`usage: npx node .ci/crawl.ts <${Object.keys(STEPS).join(' | ')}>… [options of the last step]`);
  process.exit(2);
}
for (const [index, name] of names.entries()) {
  const [program = '', ...fixed] = STEPS[name] ?? [];
  const { status } = spawnSync(program, [...fixed, ...(index === names.length - 1 ? options : [])], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
