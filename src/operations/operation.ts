import type { z } from 'zod';
import type { Violation } from '../directory/errors.ts';
import type { Caller } from './caller.ts';
import type { HttpRoute } from './http-route.ts';
import type { Tool } from './tool.ts';

/** Who may call: anybody, or the owner of the domain that the input names. */
export type Access = 'public' | 'owner';

/**
 * What a caller may ask of the directory, declared once: the API, MCP, OpenAPI and the docs page come from it.
 * `Needs`: what it works with (store, clock, visits …), passed in by the program that answers callers.
 */
export interface Operation<
  Needs,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  ToolInput extends z.ZodObject = Input,
  Brief extends z.ZodType = Output,
> {
  /** camelCase, unique, permanent: OpenAPI's operationId. */
  readonly name: string;
  /** One sentence, imperative. */
  readonly summary: string;
  /** Written for a model that must decide whether to call it. */
  readonly description: string;
  readonly access: Access;
  readonly input: Input;
  readonly output: Output;
  /** An answer as documents show it. */
  readonly example: z.output<Output>;
  readonly http: HttpRoute<z.output<Output>>;
  /** Absent: no tool of MCP. */
  readonly tool?: Tool<Output, ToolInput, Brief>;
  /**
   * Faults of an input that the schema cannot see. It is called when the schema has refused the input, so that all faults are
   * reported at once; `run` refuses them as well.
   */
  inspect?(needs: Needs, input: Readonly<Record<string, unknown>>, caller: Caller): Promise<readonly Violation[]>;
  run(needs: Needs, input: z.output<Input>, caller: Caller): Promise<z.input<Output>>;
}

export function defineOperation<
  Needs,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  ToolInput extends z.ZodObject = Input,
  Brief extends z.ZodType = Output,
>(operation: Operation<Needs, Input, Output, ToolInput, Brief>): Operation<Needs, Input, Output, ToolInput, Brief> {
  return operation;
}
