import { z } from 'zod';
import type { OperationContext } from '../../src/operations/context.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { nameDomain } from '../../src/operations/parse-domain-param.ts';
import { perform } from '../../src/operations/perform.ts';
import type { QuotaGroup } from '../http/limiter.ts';
import { ROUTES } from '../http/routes.ts';

/** Hints for whoever decides whether a call needs to be confirmed. */
interface Annotations {
  /** Nothing changes, neither here nor elsewhere. */
  readonly readOnlyHint: boolean;
  /** What was there before may be lost. */
  readonly destructiveHint: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** It visits sites of others. */
  readonly openWorldHint: boolean;
}

/** A tool as `tools/list` shows it. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: Annotations;
}

/** JSON Schema of an object. */
interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** What a successful call gives: the operation's answer, and the same in a few words. */
export interface Called {
  readonly output: Record<string, unknown>;
  readonly text: string;
}

export interface Tool {
  readonly listing: ToolListing;
  /** The quota that a call takes from, that of the API's route. */
  readonly quota: QuotaGroup;
  /** How long this process gives the same answer without asking the store; 0: never. */
  readonly keepMs: number;
  readonly countsLookup: boolean;
  /** Arguments with the domain in its canonical form. Rejects with `DirectoryError` domain.invalid. */
  canonical(given: Arguments, context: OperationContext): Arguments;
  call(context: OperationContext, given: Arguments): Promise<Called>;
}

interface ToolOptions<Output> {
  readonly name: string;
  readonly title: string;
  /** More than the operation's own description, for a model that must choose among tools. */
  readonly advice?: string;
  readonly annotations: Annotations;
  say(output: Output, baseUrl: string): string;
}

/** An operation as a tool: what it takes, gives and costs is the operation's own. */
export function defineTool<
  Input extends z.ZodType,
  Output extends z.ZodType<Record<string, unknown>, Record<string, unknown>>,
>(operation: Operation<OperationContext, Input, Output>, options: ToolOptions<z.output<Output>>): Tool {
  const route = ROUTES.find((candidate) => candidate.operation.name === operation.name);
  if (!route) throw new TypeError(`${operation.name} has no route`);
  const { name, title, annotations, advice, say } = options;
  return {
    listing: {
      name,
      title,
      description: advice ? `${operation.description} ${advice}` : operation.description,
      inputSchema: schemaOf(operation.input, 'input'),
      outputSchema: schemaOf(operation.output, 'output'),
      annotations,
    },
    quota: route.quota,
    keepMs: route.keepMs,
    countsLookup: route.countsLookup ?? false,
    canonical: (given, context) =>
      typeof given['domain'] === 'string'
        ? { ...given, domain: nameDomain(context, given['domain'], 'name-or-url') }
        : given,
    async call(context, given) {
      const output = await perform(operation, context, given);
      return { output, text: say(output, context.baseUrl) };
    },
  };
}

/** Tools take what people paste; paths of the API take the bare name. */
const DOMAIN_OR_URL = 'Domain name such as example.com, or an http(s) URL of the site.';

/** JSON Schema for other people's validators: portable, and open for members to come where it describes answers. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const { properties } = rest;
  const domain = properties?.['domain'];
  if (io === 'input' && typeof domain === 'object') domain.description = DOMAIN_OR_URL;
  return { ...spellOut(rest), type: 'object' };
}

/** The schema with "text or null" as two schemas, wherever it stands: some clients know one `type` for each. */
function spellOut(schema: object): Record<string, unknown> {
  const spelt = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, spellOutWithin(value)] as const),
  );
  const { type, description, ...limits } = spelt;
  if (!Array.isArray(type)) return spelt;
  const anyOf = type.map((one: unknown) => (one === 'null' ? { type: one } : { type: one, ...limits }));
  return description === undefined ? { anyOf } : { description, anyOf };
}

function spellOutWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spellOutWithin);
  return typeof value === 'object' && value !== null ? spellOut(value) : value;
}
