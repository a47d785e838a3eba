import type { z } from 'zod';
import type { Caller } from './caller.ts';

/** Hints for whoever decides whether a call needs to be confirmed. */
export interface ToolAnnotations {
  /** Nothing changes, neither here nor elsewhere. */
  readonly readOnlyHint: boolean;
  /** What was there before may be lost. */
  readonly destructiveHint: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** It visits sites of others. */
  readonly openWorldHint: boolean;
}

export const READS_DIRECTORY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const VISITS_SITE: ToolAnnotations = { ...READS_DIRECTORY, openWorldHint: true };

/** An operation as a tool of MCP: what it costs and who may call it is the operation's own. */
export interface Tool<Output extends z.ZodType, ToolInput extends z.ZodObject, Brief extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** More than the operation's own description, for a model that must choose among tools. */
  readonly advice?: string;
  readonly annotations: ToolAnnotations;
  /** What the tool takes, where that is not what the operation takes. */
  readonly input?: ToolInput;
  /** What a model gets, where that is not the output as it is. */
  readonly brief?: {
    readonly schema: Brief;
    from(output: z.output<Output>, input: z.output<ToolInput>, caller: Caller): z.input<Brief>;
  };
  /** The answer in a few words, for who reads no structured content. */
  text(answer: z.output<Brief>, baseUrl: string): string;
}
