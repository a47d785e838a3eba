import type { Handler, Hono } from 'hono';
import type { Answer } from './answer.ts';
import type { AppEnv, Step } from './app-env.ts';
import { preflightFields } from './cors.ts';
import { MethodNotAllowed } from './problem.ts';
import { answered, type Respond } from './respond.ts';

type Method = 'GET' | 'POST' | 'PATCH';
/** The steps of each method, and what answers it. */
export type Methods = Readonly<Partial<Record<Method, readonly Handler<AppEnv>[]>>>;

/** Lets a path answer its methods, HEAD and OPTIONS; a request with any other method learns which there are, after `refused`. */
export function addPath(app: Hono<AppEnv>, path: string, methods: Methods, respond: Respond, refused: Step): void {
  for (const [method, handlers] of Object.entries(methods)) app.on([method], [path], ...handlers);
  const allow = allowField(Object.keys(methods));
  app.options(
    path,
    answered(respond, () => preflight(allow)),
  );
  app.all(path, refused, (c) => {
    throw new MethodNotAllowed(c.req.path, allow);
  });
}

function allowField(methods: readonly string[]): string {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

function preflight(allow: string): Answer {
  return { status: 204, headers: { allow, ...preflightFields(allow), 'cache-control': 'no-store' }, body: null };
}
