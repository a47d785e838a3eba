import { DirectoryError } from '../../src/directory/errors.ts';
import type { Caller } from '../../src/operations/caller.ts';
import type { OperationDeps } from '../../src/operations/catalog.ts';
import { parseDomainParam } from '../../src/operations/domain-param.ts';
import { newClaim } from '../../src/ownership/claim.ts';
import { visibleText } from '../../src/site/content/format/visible-text.ts';
import { renderErrorText } from '../../src/site/content/views/errors/error-text.ts';
import type { OperationAnswerDeps } from '../http/api/answer-operation.ts';
import type { AnswerCache } from '../http/pipeline/answer-cache.ts';
import { explainFailure } from '../http/pipeline/problem.ts';
import type { QuotaRules } from '../visits/find-quota.ts';
import type { Arguments } from './read-arguments.ts';
import type { ServedTool, ToolAnswer } from './tool.ts';

/** Largest structured answer, in bytes. Only a page of 25 records with twenty long URLs each can exceed the limit. */
const MAX_ANSWER_BYTES = 256 * 1024;

export interface CallResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [key: string]: unknown;
}

export type ToolRunnerDeps = OperationAnswerDeps & QuotaRules;

export interface CachedToolAnswer extends ToolAnswer {
  readonly characters: number;
}

/** Origin of a call, with its progress callback. */
export interface Call {
  readonly requestId: string;
  readonly network: string;
  report(message: string): void;
  /** As `Caller.takeReads`. */
  takeReads(reads: number): Promise<void>;
}

/** Calls a tool. Never rejects. Failures are results with advice. */
export async function runTool(
  tool: ServedTool,
  given: Arguments,
  call: Call,
  deps: ToolRunnerDeps,
  cache: AnswerCache<CachedToolAnswer>,
): Promise<CallResult> {
  try {
    const read = withDomainName(tool.readArguments(given), deps);
    const answer = await findAnswer(tool, read, toCaller(call), deps, cache);
    const { domain } = answer.output;
    if (tool.countsLookup && typeof domain === 'string') deps.lookups.count(domain);
    return { content: [{ type: 'text', text: answer.text }], structuredContent: answer.output };
  } catch (caught) {
    return failedResult(explainFailure(caught, deps.log, 'tool.failed', call.requestId), call.requestId);
  }
}

/** Converts a failure to a result, because models read only results. */
export function failedResult(error: DirectoryError, requestId: string): CallResult {
  const publicError =
    error.code === 'internal'
      ? new DirectoryError('internal', `Something went wrong on our side. The failure has the ID ${requestId}.`)
      : error;
  return { content: [{ type: 'text', text: visibleText(renderErrorText(publicError)) }], isError: true };
}

/** Creates the caller with a new claim, because agents share addresses and a claim by address would be shared. */
function toCaller({ network, report, takeReads }: Call): Caller {
  const claim = newClaim();
  return {
    claimsFor: () => [claim],
    keepsClaim: false,
    network,
    keyDomain: null,
    progress: { begun: () => {}, step: report },
    takeReads,
  };
}

/** Normalizes the domain in the arguments, so that all spellings share a cache entry. */
function withDomainName(given: Arguments, deps: OperationDeps): Arguments {
  const { domain } = given;
  return typeof domain === 'string' ? { ...given, domain: parseDomainParam(domain, 'name-or-url', deps) } : given;
}

async function findAnswer(
  tool: ServedTool,
  given: Arguments,
  caller: Caller,
  deps: ToolRunnerDeps,
  cache: AnswerCache<CachedToolAnswer>,
): Promise<ToolAnswer> {
  const make = async () => {
    const { output, text } = await tool.call(deps, caller, given);
    return { output, text, characters: computeSize(output) + text.length };
  };
  const key = tool.keepMs === 0 ? null : toKey(tool, given);
  return key === null ? await make() : await cache.get(key, tool.keepMs, make);
}

/** Returns the cache key of a call. Nested arguments have no key, because they are refused and may be too deep to serialize. */
function toKey(tool: ServedTool, given: Arguments): string | null {
  if (Object.values(given).some((value) => typeof value === 'object')) return null;
  return `${tool.listing.name} ${JSON.stringify(given)}`;
}

/** Returns the characters of the structured answer. Refuses an answer that is too large for a model. */
function computeSize(output: ToolAnswer['output']): number {
  const json = JSON.stringify(output);
  if (Buffer.byteLength(json) > MAX_ANSWER_BYTES) {
    throw new DirectoryError('request.invalid', `The answer is over ${MAX_ANSWER_BYTES / 1024} KiB.`, {
      violations: [{ pointer: '/per_page', detail: 'request fewer at once' }],
    });
  }
  return json.length;
}
