import { createFront, type FrontContext } from './app.ts';
import { callOf, responseOf } from './web-call.ts';

/** The whole service as a function from request to response, for tests and for web-standard hosts. */
export function createHandler(context: FrontContext) {
  const front = createFront(context);
  return async (request: Request, client: { readonly address: string }): Promise<Response> =>
    responseOf(await front.answer(callOf(request, client.address)), request.method);
}
