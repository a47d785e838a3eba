import { type DirectoryError, ERRORS } from '../../../src/directory/errors.ts';
import { messageOf } from '../../../src/directory/message-of.ts';
import type { Log } from '../../../src/runtime/log.ts';
import type { Renderer } from '../../../src/site/build/renderer.ts';
import { type Answer, uncachedAnswer } from '../pipeline/answer.ts';
import { failureFields, problemAnswer } from '../pipeline/problem.ts';

export interface FailurePageDeps {
  readonly renderer: Pick<Renderer, 'show'>;
  readonly log: Log;
  readonly baseUrl: string;
}

/** Renders a failure as a page, or as a problem document if rendering fails. Never rejects. */
export async function answerFailurePage(
  error: DirectoryError,
  requestId: string,
  { renderer, log, baseUrl }: FailurePageDeps,
): Promise<Answer> {
  const problem = problemAnswer(error, baseUrl, requestId);
  try {
    const { title, status, remedy } = ERRORS[error.code];
    const facts = { code: error.code, title, status, detail: error.message, remedy, requestId };
    const page = await renderer.show('/problem', { kind: 'problem', ...facts });
    return uncachedAnswer({ ...page, status }, failureFields(error));
  } catch (caught) {
    log.warn('page.failed', { request: requestId, error: messageOf(caught) });
    return problem;
  }
}
