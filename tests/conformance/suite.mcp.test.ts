import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../temp-folder.ts';
import { runProgram } from './run-program.ts';
import { serveMcp } from './serve-mcp.ts';
import { STAND_INS } from './stand-ins.ts';

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** Scenarios that must always pass: a server of tools without sessions. */
const MUST_PASS: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-error',
    'tools-call-with-progress',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'tools-call-simple-text',
    'tools-call-error',
    'tools-call-with-progress',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
  ],
};

describe('the official conformance suite', () => {
  let served: Awaited<ReturnType<typeof serveMcp>>;
  const folder = folderOfFile();
  beforeAll(async () => {
    served = await serveMcp(STAND_INS);
  });
  afterAll(async () => {
    await served.stop();
  });

  it.each(['2025-11-25', '2026-07-28'])('fails only as the baseline of %s explains', async (version) => {
    const baseline = join(import.meta.dirname, `expected-failures.${version}.yml`);
    const { code, said } = await runProgram(process.execPath, [
      suite,
      'server',
      ...['--url', served.url, '--requirements', version],
      ...['--expected-failures', baseline, '--output-dir', join(folder, version)],
    ]);
    expect(said).toContain('=== SUMMARY ===');
    const summary = said.slice(said.indexOf('=== SUMMARY ==='));
    expect(code, summary).toBe(0);
    for (const scenario of MUST_PASS[version] ?? []) {
      expect(summary).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
    }
  });
});
