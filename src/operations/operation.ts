import type { z } from 'zod';
import type { Violation } from '../directory/errors.ts';
import type { Caller } from './caller.ts';
import type { HttpRoute } from './http-route.ts';
import type { Tool } from './tool.ts';

/** Allowed callers: anyone, or the owner of the input's domain. */
export type Access = 'public' | 'owner';

/**
 * Declaration of an operation. API, MCP, OpenAPI and the docs page derive from it. `Deps` are its dependencies
 * (store, clock, visits …), passed by the program.
 */
export interface Operation<
  Deps,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  ToolInput extends z.ZodObject = Input,
  Brief extends z.ZodType = Output,
> {
  /** camelCase, unique, permanent: OpenAPI's operationId. */
  readonly name: string;
  /** One imperative sentence. */
  readonly summary: string;
  /** Description for a model that decides whether to call the operation. */
  readonly description: string;
  readonly access: Access;
  readonly input: Input;
  readonly output: Output;
  /** Example answer for documents. */
  readonly example: z.output<Output>;
  readonly http: HttpRoute<z.output<Output>>;
  /** Tool of the operation. Absent if the operation is not an MCP tool. */
  readonly tool?: Tool<Output, ToolInput, Brief>;
  /** Second tool, if models choose more easily between two. */
  readonly secondTool?: Tool<Output, z.ZodObject, z.ZodType>;
  /**
   * Finds faults of an input that the schema cannot check. This check also runs after the schema refused the input, so that one
   * answer reports all faults. `run` must refuse the faults too.
   */
  inspect?(deps: Deps, input: Readonly<Record<string, unknown>>, caller: Caller): Promise<readonly Violation[]>;
  run(deps: Deps, input: z.output<Input>, caller: Caller): Promise<z.input<Output>>;
}

export function defineOperation<
  Deps,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  ToolInput extends z.ZodObject = Input,
  Brief extends z.ZodType = Output,
>(operation: Operation<Deps, Input, Output, ToolInput, Brief>): Operation<Deps, Input, Output, ToolInput, Brief> {
  return operation;
}
