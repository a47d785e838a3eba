import type { ServedTool, ToolListing } from '../../functions/mcp/tool.ts';
import { DirectoryError } from '../../src/directory/errors.ts';

let sites = 0;

/**
 * Tools with the names of the conformance suite that answer with text, fail, and report progress. The suite looks for these
 * behaviors under these names only.
 */
export const STAND_INS: readonly ServedTool[] = [
  standIn('test_simple_text', async () => 'This is a simple text response for testing.'),
  standIn('test_error_handling', async () => {
    throw new DirectoryError('site.unreachable', 'This tool intentionally returns an error for testing.');
  }),
  standIn('test_tool_with_progress', async ({ visits }, caller) => {
    // Use another site each time, because a recent visit has no steps.
    sites += 1;
    await visits.check(`site${sites}.com`, caller);
    return 'done';
  }),
  standIn('test_logging_tool', async () => 'nothing logged'),
];

function standIn(name: string, run: (...args: Parameters<ServedTool['call']>) => Promise<string>): ServedTool {
  const listing: ToolListing = {
    name,
    title: name,
    description: 'Stands for the tools of this service in the conformance suite.',
    inputSchema: { type: 'object', properties: {} },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
  return {
    listing,
    route: { quota: 'read' },
    keepMs: 0,
    countsLookup: false,
    readArguments: (given) => given,
    call: async (...args) => ({ output: {}, text: await run(...args) }),
  };
}
