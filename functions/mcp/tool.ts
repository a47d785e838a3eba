import { z } from 'zod';
import type { Caller } from '../../src/operations/caller.ts';
import type { OperationDeps } from '../../src/operations/catalog.ts';
import { CATALOG } from '../../src/operations/catalog.ts';
import type { HttpRoute } from '../../src/operations/http-route.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { performAsTool } from '../../src/operations/perform.ts';
import type { ToolAnnotations } from '../../src/operations/tool.ts';
import { visibleText, visibleValue } from '../../src/site/content/format/visible-text.ts';
import { type ObjectSchema, portableInput, portableOutput } from './portable-schema.ts';
import { type Arguments, createReadArguments, type ReadArguments } from './read-arguments.ts';

export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/** Result of a successful call: the operation's answer, and a short text. */
export interface ToolAnswer {
  readonly output: Record<string, unknown>;
  readonly text: string;
}

export interface ServedTool {
  readonly listing: ToolListing;
  /** Route of the operation, which defines the quota of a call. */
  readonly route: Pick<HttpRoute<unknown>, 'quota' | 'visits'>;
  /** Cache time of an answer in this process, in ms. 0 means never. */
  readonly keepMs: number;
  readonly countsLookup: boolean;
  readonly readArguments: ReadArguments;
  call(deps: OperationDeps, caller: Caller, given: Arguments): Promise<ToolAnswer>;
}

const objectSchema = z.record(z.string(), z.unknown());

function toTools(operation: Operation<OperationDeps>): readonly ServedTool[] {
  const { tool, secondTool } = operation;
  return [tool, secondTool].flatMap((each) => (each ? [serve(operation, each)] : []));
}

function serve(operation: Operation<OperationDeps>, tool: NonNullable<Operation<OperationDeps>['tool']>): ServedTool {
  const { http } = operation;
  const { name, title, annotations, advice } = tool;
  const description = tool.description ?? operation.description;
  const input = tool.input ?? operation.input;
  return {
    listing: {
      name,
      title,
      description: advice ? `${description} ${advice}` : description,
      inputSchema: portableInput(input),
      outputSchema: portableOutput(tool.brief?.schema ?? operation.output),
      annotations,
    },
    route: http,
    keepMs: http.freshness?.keepMs ?? 0,
    countsLookup: http.countsLookup ?? false,
    readArguments: createReadArguments(input),
    async call(deps, caller, given) {
      const output = await performAsTool(operation, tool, deps, caller, given);
      return {
        output: objectSchema.parse(visibleValue(output)),
        text: visibleText(tool.text(output, deps.baseUrl)),
      };
    },
  };
}

export const TOOLS: readonly ServedTool[] = CATALOG.flatMap(toTools);
