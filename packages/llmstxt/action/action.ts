import { writeFile } from 'node:fs/promises';
import * as core from '@actions/core';
import type { Net } from '../../../src/fetch/guarded-fetch.ts';
import { parseEnv } from '../../../src/runtime/env.ts';
import { openNet, sandboxOf } from '../../../src/runtime/open-net.ts';
import { checkInputs } from '../cli/check-inputs.ts';
import { renderSarif, type SarifInput } from '../cli/report-sarif.ts';
import { createPaint, renderInput, renderSummary } from '../cli/report-text.ts';
import { count, Tally } from '../cli/tally.ts';
import { annotationOf, MAX_ANNOTATIONS } from './annotate.ts';
import { type SummaryRow, summaryTable } from './job-summary.ts';

const SAY = { error: core.error, warning: core.warning, info: core.notice } as const;

/** The GitHub Action: the same check as `npm run check`, shown as annotations, a job summary and outputs. */
async function run(): Promise<void> {
  const cwd = process.cwd();
  const limit = core.getInput('max_warnings');
  if (limit !== '' && !/^\d{1,9}$/.test(limit)) throw new Error(`max-warnings takes a whole number, not '${limit}'`);
  const doors: Net[] = [];
  const sources = {
    stdin: process.stdin,
    openNet: async () => {
      const env = parseEnv(process.env);
      const net = doors[0] ?? openNet(env, await sandboxOf(env), Date.now);
      if (doors.length === 0) doors.push(net);
      return net;
    },
  };
  const paint = createPaint(!process.env['NO_COLOR']);
  const tally = new Tally();
  const shown = { error: 0, warning: 0, info: 0 };
  const rows: SummaryRow[] = [];
  const sarif: SarifInput[] = [];
  const failures: string[] = [];
  for await (const checked of checkInputs(core.getMultilineInput('path'), sources, false)) {
    if (checked.kind === 'failed') {
      tally.failed += 1;
      failures.push(checked.message);
      core.error(checked.message);
      continue;
    }
    const { input, inspection } = checked;
    tally.add(checked);
    rows.push({ name: input.name, inspection });
    sarif.push({ input, findings: inspection.findings });
    core.info(renderInput(checked, paint).trimEnd());
    for (const finding of inspection.findings) {
      shown[finding.severity] += 1;
      if (shown[finding.severity] > MAX_ANNOTATIONS) continue;
      const { severity, message, properties } = annotationOf(input, finding, cwd);
      SAY[severity](message, properties);
    }
  }
  for (const door of doors) await door.close();
  core.info(renderSummary(tally, paint));
  const sarifFile = core.getInput('sarif_file');
  if (sarifFile !== '') await writeFile(sarifFile, renderSarif(sarif, failures, cwd));
  core.setOutput('valid', tally.failed === 0 && tally.invalid === 0);
  core.setOutput('quality', Math.min(100, ...rows.map(({ inspection }) => inspection.quality)));
  core.setOutput('errors', tally.counts.error);
  core.setOutput('warnings', tally.counts.warning);
  if (process.env['GITHUB_STEP_SUMMARY']) await core.summary.addRaw(summaryTable(rows, failures)).write();
  const warnings = limit === '' ? null : Number(limit);
  if (tally.failed > 0) core.setFailed(`${count(tally.failed, 'input')} could not be read`);
  else if (tally.invalid > 0) core.setFailed(`${count(tally.invalid, 'file')} not valid`);
  else if (tally.exitCode(warnings) > 0)
    core.setFailed(`${count(tally.counts.warning, 'warning')}, more than ${limit}`);
}

run().catch((error: unknown) => core.setFailed(error instanceof Error ? error : String(error)));
