import type { z } from 'zod';
import type { Caller } from './caller.ts';

/** Hints for a client that decides whether to confirm a call. */
export interface ToolAnnotations {
  /** True if the call changes nothing. */
  readonly readOnlyHint: boolean;
  /** True if the call may overwrite data. */
  readonly destructiveHint: boolean;
  /** True if repeating the call changes nothing more. */
  readonly idempotentHint: boolean;
  /** True if the call visits other sites. */
  readonly openWorldHint: boolean;
}

export const READS_DIRECTORY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const VISITS_SITE: ToolAnnotations = { ...READS_DIRECTORY, openWorldHint: true };

/** MCP tool of an operation. The operation defines cost and access. */
export interface Tool<Output extends z.ZodType, ToolInput extends z.ZodObject, Brief extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** Description for tools. Default: the operation's description. */
  readonly description?: string;
  /** Additional description for a model that chooses among tools. */
  readonly advice?: string;
  readonly annotations: ToolAnnotations;
  /** Input of the tool. Default: the operation's input. */
  readonly input?: ToolInput;
  /** Short output for a model. Default: the operation's output. */
  readonly brief?: {
    readonly schema: Brief;
    from(output: z.output<Output>, input: z.output<ToolInput>, caller: Caller): z.input<Brief>;
  };
  /** Short text of the answer, for clients without structured content. */
  text(answer: z.output<Brief>, baseUrl: string): string;
}
