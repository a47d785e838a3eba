import { type DirectoryError, ERRORS } from '../../../src/directory/errors.ts';
import { toMessage } from '../../../src/directory/to-message.ts';
import { type Answer, uncachedAnswer } from '../pipeline/answer.ts';
import { failureFields, problemAnswer } from '../pipeline/problem.ts';
import type { PageDeps } from './page-deps.ts';

/** Renders a failure as a page, or as a problem document if rendering fails. Never rejects. */
export async function answerFailurePage(
  error: DirectoryError,
  requestId: string,
  { renderer, log, baseUrl }: PageDeps,
): Promise<Answer> {
  const problem = problemAnswer(error, baseUrl, requestId);
  try {
    const { title, status, remedy } = ERRORS[error.code];
    const facts = { code: error.code, title, status, detail: error.message, remedy, requestId };
    const page = await renderer.show('/problem', { kind: 'problem', ...facts });
    return uncachedAnswer({ ...page, status }, failureFields(error));
  } catch (caught) {
    log.warn('page.failed', { request: requestId, error: toMessage(caught) });
    return problem;
  }
}
