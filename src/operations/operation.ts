import type { z } from 'zod';

/** Who may call: anybody, or the owner of the domain that the input names. */
export type Access = 'public' | 'owner';

/**
 * What a caller may ask of the directory, declared once: the API, MCP, OpenAPI and the docs page come from it.
 * `Context` is what the composition root passes in (store, clock, net …).
 */
export interface Operation<Context, Input extends z.ZodType, Output extends z.ZodType> {
  /** camelCase, unique, permanent: OpenAPI's operationId. */
  readonly name: string;
  /** One sentence, imperative. */
  readonly summary: string;
  /** Written for a model that must decide whether to call it. */
  readonly description: string;
  readonly access: Access;
  readonly input: Input;
  readonly output: Output;
  run(context: Context, input: z.output<Input>): Promise<z.input<Output>>;
}

export function defineOperation<Context, Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Context, Input, Output>,
): Operation<Context, Input, Output> {
  return operation;
}
