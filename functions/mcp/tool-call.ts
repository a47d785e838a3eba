import type { AnswerForms } from './answer-forms.ts';
import type { Arguments } from './read-arguments.ts';
import type { Message } from './read-message.ts';
import type { CallResult } from './tool-runner.ts';

/** How a tool is called on behalf of one request. */
export type CallTool = (name: string, given: Arguments, report: (message: string) => void) => Promise<CallResult>;

/** One or all versions of the protocol. */
export interface Protocol {
  /** Answers one message, whose body has been read and is no batch. */
  serve(request: Request, message: Message, forms: AnswerForms, call: CallTool): Promise<Response>;
}

/** What the service says of itself when a client connects. */
export interface ServerDescription {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly websiteUrl: string;
  readonly instructions: string;
}

export const CAPABILITIES = { tools: {} };

/** Characters of a caller's own words that an error repeats. */
const MAX_ECHO = 100;

export function unknownTool(name: string, known: Iterable<string>): string {
  return `There is no tool ${name.slice(0, MAX_ECHO)}. The tools are ${[...known].join(', ')}.`;
}

interface Progress {
  [key: string]: unknown;
  progressToken: string | number;
  progress: number;
  message: string;
}

/** Sends steps as notifications to whoever asked for them; how many there will be is not known. */
export function createProgressNotifier(
  token: string | number | undefined,
  notify: (progress: Progress) => Promise<void>,
) {
  let step = 0;
  return (message: string) => {
    if (token === undefined) return;
    step += 1;
    // A client that has gone needs no progress, and the work goes on: others may wait for it.
    notify({ progressToken: token, progress: step, message }).catch(() => {});
  };
}
