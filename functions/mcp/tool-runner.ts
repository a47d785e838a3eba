import { DirectoryError } from '../../src/directory/errors.ts';
import type { OperationContext, Report } from '../../src/operations/context.ts';
import { tellStore } from '../../src/operations/perform.ts';
import { renderErrorText } from '../../src/site/views/errors/error-text.ts';
import { createShortMemory } from '../http/answer-cache.ts';
import type { ApiContext } from '../http/api.ts';
import type { Arguments, Called, Tool } from './tool.ts';

/**
 * Bytes of a structured answer. What comes in pages stays far below; an owner with twenty long addresses on each of 25 records
 * would not.
 */
const MAX_ANSWER_BYTES = 256 * 1024;

/** A result of `tools/call`, in either line of the protocol. */
export interface CallResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [key: string]: unknown;
}

/** Who calls, and what the limiter said of it. */
export interface Caller {
  readonly network: string;
  readonly requestId: string;
  /** Set when the quota of the tool is used up: the call is answered with it. */
  readonly refusal: DirectoryError | null;
}

/** Where tools are called: whatever happens, the caller gets a result that says what to do next. */
export interface Desk {
  call(tool: Tool, given: Arguments, caller: Caller, report: Report): Promise<CallResult>;
  /** Something in the store has changed: forget what was read before. */
  changed(): void;
}

interface Kept {
  readonly called: Called;
  readonly characters: number;
}

export function createDesk(base: ApiContext): Desk {
  const memory = createShortMemory<Kept>(base.now, ({ characters }) => characters);
  return { call, changed: () => memory.clear() };

  async function call(tool: Tool, given: Arguments, caller: Caller, report: Report): Promise<CallResult> {
    try {
      if (caller.refusal) throw caller.refusal;
      const context = contextFor(caller, report);
      const called = await answer(tool, context, tool.canonical(given, context));
      const { domain } = called.output;
      if (tool.countsLookup && typeof domain === 'string') base.lookups.count(domain);
      return { content: [{ type: 'text', text: called.text }], structuredContent: called.output };
    } catch (caught) {
      return { content: [{ type: 'text', text: renderErrorText(told(caught, caller)) }], isError: true };
    }
  }

  async function answer(tool: Tool, context: OperationContext, given: Arguments): Promise<Called> {
    const make = async (): Promise<Kept> => {
      const called = await tool.call(context, given);
      return { called, characters: sizeOf(called) };
    };
    const key = tool.keepMs === 0 ? null : keyOf(tool, given);
    if (key === null) return (await make()).called;
    return (await memory.get(key, tool.keepMs, make)).called;
  }

  function contextFor({ network }: Caller, report: Report): OperationContext {
    const waiting = { report, aged: () => {} };
    return {
      ...base,
      client: network,
      check: (domain) => base.visits.check(domain, waiting),
      draft: (domain) => base.visits.draft(domain, waiting),
    };
  }

  /** What the caller is told. Of a defect of ours nothing but an id, under which the log has it. */
  function told(caught: unknown, { requestId }: Caller): DirectoryError {
    const error = tellStore(caught);
    if (error instanceof DirectoryError) return error;
    base.log.error('tool.failed', {
      request: requestId,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return new DirectoryError('internal', `Something went wrong on our side; the failure has the id ${requestId}.`);
  }
}

/** No declared argument nests: what does is about to be refused, and may be too deep to be written down. */
function keyOf(tool: Tool, given: Arguments): string | null {
  if (Object.values(given).some((value) => typeof value === 'object')) return null;
  return `${tool.listing.name} ${JSON.stringify(given)}`;
}

/** Characters of the whole answer. Refuses one that is too large for a model to get at once. */
function sizeOf({ output, text }: Called): number {
  const json = JSON.stringify(output);
  if (Buffer.byteLength(json) > MAX_ANSWER_BYTES) {
    throw new DirectoryError('request.invalid', `The answer is over ${MAX_ANSWER_BYTES / 1024} KiB.`, {
      violations: [{ pointer: '/per_page', detail: 'ask for fewer at once' }],
    });
  }
  return json.length + text.length;
}
