import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../functions/mcp/tool.ts';
import { folderOfFile } from '../temp-folder.ts';
import { cachedPackages } from './cached-packages.ts';
import { runProgram } from './run-program.ts';
import { serveMcp } from './serve-mcp.ts';

/** Inspector, which is not in the lock, because it has platform-specific parts. */
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

describe('the official inspector', () => {
  let served: Awaited<ReturnType<typeof serveMcp>>;
  const home = folderOfFile();
  let program: string;
  beforeAll(async () => {
    program = join(cachedPackages(INSPECTOR), '.bin/mcp-inspector');
    served = await serveMcp();
  });
  afterAll(async () => {
    await served.stop();
  });

  /** Use a separate home, because the program writes server data there. */
  const inspect = (era: string, ...args: string[]) =>
    runProgram(program, ['--cli', served.url, '--protocol-era', era, ...args], {
      MCP_CATALOG_PATH: join(home, 'mcp.json'),
    });

  it.each(['legacy', 'modern'])('reports no fault of the tools (%s)', async (era) => {
    const { code, said } = await inspect(era, '--method', 'tools/list', '--strict');
    expect(code, said).toBe(0);
    for (const { listing } of TOOLS) expect(said).toContain(`"${listing.name}"`);
    expect(said).not.toMatch(/^(Warning|Error): tool/m);
  });

  it.each(['legacy', 'modern'])('calls a tool (%s)', async (era) => {
    const call = ['--method', 'tools/call', '--tool-name', 'lookup_domain', '--tool-arg', 'domain=example.com'];
    const { code, said } = await inspect(era, ...call);
    expect(code, said).toBe(0);
    expect(said).toContain('"domain": "example.com"');
  });
});
