import type { Context, Handler, Hono } from 'hono';
import { DirectoryError } from '../../src/directory/errors.ts';
import type { QuotaGroup } from '../../src/operations/quotas.ts';
import type { Answer, AnswerRequest } from './pipeline/answer.ts';
import type { AppContext, AppEnv, Check } from './pipeline/app-env.ts';
import { preflightFields } from './pipeline/cors.ts';
import { MethodNotAllowed } from './pipeline/problem.ts';
import type { Respond } from './pipeline/respond.ts';
import type { TakeQuota } from './pipeline/take-quota.ts';

export interface MethodRoute {
  /** Quota counted first, or absent if `answer` counts the quota. */
  readonly quota?: QuotaGroup | ((c: AppContext) => QuotaGroup);
  /** Steps between the quota and the answer. */
  readonly checks?: readonly Check[];
  readonly answer: AnswerRequest;
}

/** Adds paths to an app. Each path supports its methods, HEAD and OPTIONS. Other methods get a 405 with `Allow`. */
export type Router = ReturnType<typeof createRouter>;

export function createRouter(app: Hono<AppEnv>, respond: Respond, takeQuota: TakeQuota) {
  const reply =
    ({ quota, checks = [], answer }: MethodRoute): Handler<AppEnv> =>
    async (c) => {
      if (quota) await takeQuota(c, typeof quota === 'string' ? quota : quota(c));
      for (const check of checks) await check(c);
      return await respond(c, await answer(c));
    };
  const refuse = (failureOf: (c: AppContext) => Error) =>
    reply({
      quota: 'read',
      answer: (c) => {
        throw failureOf(c);
      },
    });

  return {
    add(path: string, methods: Readonly<Record<string, MethodRoute>>) {
      for (const [method, route] of Object.entries(methods)) app.on([method], [path], reply(route));
      const allow = allowField(Object.keys(methods));
      app.options(path, reply({ answer: () => preflight(allow) }));
      app.all(
        path,
        refuse((c) => new MethodNotAllowed(c.req.path, allow)),
      );
    },
    /** Handles all other paths: `answer` for GET and HEAD. If `exists` returns false, every method gets a 404. */
    addRest(answer: AnswerRequest, exists: (c: Context<AppEnv>) => Promise<boolean>) {
      const allow = allowField(['GET']);
      app.get('*', reply({ answer }));
      const answerOther: AnswerRequest = async (c) => {
        if (!(await exists(c))) throw nothingAt(c.req.path);
        if (c.req.method !== 'OPTIONS') throw new MethodNotAllowed(c.req.path, allow);
        return preflight(allow);
      };
      app.all('*', reply({ quota: 'read', answer: answerOther }));
    },
    /** Adds a path that handles every method. */
    addAny(path: string, answer: AnswerRequest) {
      app.all(path, reply({ answer }));
    },
    /** Answers 404 for other paths below `prefix`. */
    end(prefix: string) {
      app.all(
        `${prefix}*`,
        refuse((c) => nothingAt(c.req.path)),
      );
    },
  };
}

export function nothingAt(path: string): DirectoryError {
  return new DirectoryError('not_found', `There is no ${path.slice(0, 200)} here.`);
}

function allowField(methods: readonly string[]): string {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

function preflight(allow: string): Answer {
  return { status: 204, headers: { allow, ...preflightFields(allow), 'cache-control': 'no-store' }, body: null };
}
