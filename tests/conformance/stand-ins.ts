import type { Tool, ToolListing } from '../../functions/mcp/tool.ts';
import { DirectoryError } from '../../src/directory/errors.ts';

let visits = 0;

/**
 * Tools under names of the conformance suite, for what a tool of this service can do: answer with text, fail, tell its progress,
 * and log nothing. The suite looks for these behaviours under these names only.
 */
export const STAND_INS: readonly Tool[] = [
  standIn('test_simple_text', async () => 'This is a simple text response for testing.'),
  standIn('test_error_handling', async () => {
    throw new DirectoryError('site.unreachable', 'This tool intentionally returns an error for testing.');
  }),
  standIn('test_tool_with_progress', async ({ check }) => {
    // A site of its own each time: a visit of the last minute is answered without steps.
    visits += 1;
    await check(`site${visits}.com`);
    return 'done';
  }),
  standIn('test_logging_tool', async () => 'nothing logged'),
];

function standIn(name: string, run: (context: Parameters<Tool['call']>[0]) => Promise<string>): Tool {
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
    quota: 'read',
    keepMs: 0,
    countsLookup: false,
    canonical: (given) => given,
    call: async (context) => ({ output: {}, text: await run(context) }),
  };
}
