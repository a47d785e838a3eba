import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as core from '@actions/core';
import { checkInputs } from '../cli/check-inputs.ts';
import { ConfigFinder } from '../cli/config-finder.ts';
import { formatReason } from '../cli/input.ts';
import { nodeNetwork } from '../cli/node-network.ts';
import { renderSarif, type SarifInput, toPath } from '../cli/report-sarif.ts';
import { createPaint, renderInput, renderSummary } from '../cli/report-text.ts';
import { count, Tally } from '../cli/tally.ts';
import { parsePublished } from '../pages/site-address.ts';
import { Annotations } from './annotate.ts';
import { findPaths } from './find-paths.ts';
import { updateIssue } from './issue.ts';
import { type SummaryRow, summaryTable } from './job-summary.ts';

/** GitHub Action: runs `llmstxt check` and shows annotations, a job summary and outputs. */
async function run(): Promise<void> {
  const cwd = process.cwd();
  const maxWarnings = readLimit(core.getInput('max-warnings'));
  const paint = createPaint(!process.env['NO_COLOR']);
  const annotations = new Annotations(cwd);
  const tally = new Tally();
  const rows: SummaryRow[] = [];
  const sarif: SarifInput[] = [];
  const failures: string[] = [];
  const sources = { stdin: process.stdin, network: nodeNetwork };
  const configs = new ConfigFinder(cwd, core.getInput('config') || null);
  // Refuse files outside of the folder, because a pull request may contain a link to a file of the runner.
  const how = { sources, configs, fixes: 'skip', base: readBase(core.getInput('base')), root: cwd } as const;
  for await (const checked of checkInputs(await findPaths(core.getMultilineInput('path'), cwd), how)) {
    if (checked.kind === 'failed') {
      tally.failed += 1;
      if (failures.includes(checked.message)) continue;
      failures.push(checked.message);
      core.error(checked.message);
      continue;
    }
    const { input, result, isUtf8 } = checked;
    tally.add(checked);
    rows.push({ name: input.kind === 'file' ? toPath(input.name, cwd) : input.name, result, isUtf8 });
    sarif.push({ input, findings: result.findings });
    core.info(renderInput(checked, paint).trimEnd());
    process.stdout.write(annotations.render(input, result.findings));
  }
  core.info(renderSummary(tally, paint));
  if (process.env['GITHUB_STEP_SUMMARY']) await core.summary.addRaw(summaryTable(rows, failures)).write();
  await tellIssue(rows, failures);
  setOutputs(tally, rows);
  setOutcome(tally, maxWarnings);
  const sarifFile = core.getInput('sarif-file');
  if (sarifFile === '') return;
  const directory = await configs.rulesDirectory();
  await writeSarif(sarifFile, renderSarif(sarif, failures, { cwd, directory }));
}

async function writeSarif(path: string, log: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, log);
  } catch (error) {
    throw new Error(`sarif-file: ${path}: ${formatReason(error)}`);
  }
}

function readLimit(limit: string): number | null {
  if (limit === '') return null;
  if (!/^\d{1,9}$/.test(limit)) throw new Error(`max-warnings must be a whole number, not '${limit}'`);
  return Number(limit);
}

function readBase(url: string): string | null {
  if (url === '') return null;
  const published = parsePublished('.', url);
  if (published === null) throw new Error(`base must be the URL of a folder, not '${url}'`);
  return published.base;
}

/** Writes the issue if `issue-token` is set. A failure only warns, because the check is complete. */
async function tellIssue(rows: readonly SummaryRow[], failures: readonly string[]): Promise<void> {
  const token = core.getInput('issue-token');
  if (token === '') return;
  const { GITHUB_API_URL: apiUrl = 'https://api.github.com', GITHUB_REPOSITORY: repository = '' } = process.env;
  try {
    const url = await updateIssue(rows, failures, { apiUrl, repository, token, fetch });
    if (url !== null) core.info(`issue: ${url}`);
  } catch (error) {
    core.warning(error instanceof Error ? error.message : String(error));
  }
}

function setOutputs({ failed, invalid, counts }: Tally, rows: readonly SummaryRow[]): void {
  core.setOutput('valid', failed === 0 && invalid === 0);
  core.setOutput('quality', rows.length === 0 ? 0 : Math.min(...rows.map(({ result }) => result.quality)));
  core.setOutput('errors', counts.error);
  core.setOutput('warnings', counts.warning);
}

function setOutcome(tally: Tally, maxWarnings: number | null): void {
  if (tally.failed > 0) core.setFailed(`${count(tally.failed, 'input')} could not be read`);
  else if (tally.invalid > 0) core.setFailed(`${count(tally.invalid, 'file')} not valid`);
  else if (tally.exitCode(maxWarnings) > 0) {
    core.setFailed(`${count(tally.counts.warning, 'warning')}, more than ${maxWarnings}`);
  }
}

run().catch((error: unknown) => core.setFailed(error instanceof Error ? error.message : String(error)));
