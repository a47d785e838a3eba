import type { AnswerForms } from './answer-forms.ts';
import type { Arguments } from './read-arguments.ts';
import type { Message } from './read-message.ts';
import type { CallResult } from './tool-runner.ts';

export type CallTool = (name: string, given: Arguments, report: (message: string) => void) => Promise<CallResult>;

/** Handler of one or all protocol versions. */
export interface Protocol {
  /** Answers one message, which is not a batch. */
  serve(request: Request, message: Message, forms: AnswerForms, call: CallTool): Promise<Response>;
}

/** Description of the service for connecting clients. */
export interface ServerDescription {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly websiteUrl: string;
  readonly instructions: string;
}

export const CAPABILITIES = { tools: {} };

/** Most characters of the caller's input in an error. */
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

/** Sends steps as notifications if requested. The number of steps is unknown. */
export function createProgressNotifier(
  token: string | number | undefined,
  notify: (progress: Progress) => Promise<void>,
) {
  let step = 0;
  return (message: string) => {
    if (token === undefined) return;
    step += 1;
    // Ignore a disconnected client and continue, because other clients may wait for the work.
    notify({ progressToken: token, progress: step, message }).catch(() => {});
  };
}
