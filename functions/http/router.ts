import type { Context, Handler, Hono } from 'hono';
import { DirectoryError } from '../../src/directory/errors.ts';
import type { QuotaGroup } from '../../src/operations/quotas.ts';
import type { Answer, AnswerRequest } from './answer.ts';
import type { AppContext, AppEnv, Check } from './app-env.ts';
import { preflightFields } from './cors.ts';
import { MethodNotAllowed } from './problem.ts';
import type { Respond } from './respond.ts';
import type { TakeQuota } from './take-quota.ts';

/** How a path answers one method. */
export interface MethodRoute {
  /** The quota that a request takes from first. Absent: `answer` knows whether there is one. */
  readonly quota?: QuotaGroup;
  /** What comes between the quota and the answer. */
  readonly checks?: readonly Check[];
  readonly answer: AnswerRequest;
}

/** Adds paths to an app. Each answers its methods, HEAD and OPTIONS; a request with any other method learns which there are. */
export interface Router {
  add(path: string, methods: Readonly<Record<string, MethodRoute>>): void;
  /** All paths that no other route has: `answer` for GET and HEAD. What `exists` denies is not found, whatever the method. */
  addRest(answer: AnswerRequest, exists: (c: Context<AppEnv>) => Promise<boolean>): void;
  /** A path that answers every method itself. */
  addAny(path: string, answer: AnswerRequest): void;
  /** Below `prefix` there is nothing but what has been added. */
  end(prefix: string): void;
}

export function createRouter(app: Hono<AppEnv>, respond: Respond, takeQuota: TakeQuota): Router {
  const reply =
    ({ quota, checks = [], answer }: MethodRoute): Handler<AppEnv> =>
    async (c) => {
      if (quota) await takeQuota(c, quota);
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
    add(path, methods) {
      for (const [method, route] of Object.entries(methods)) app.on([method], [path], reply(route));
      const allow = allowField(Object.keys(methods));
      app.options(path, reply({ answer: () => preflight(allow) }));
      app.all(
        path,
        refuse((c) => new MethodNotAllowed(c.req.path, allow)),
      );
    },
    addRest(answer, exists) {
      const allow = allowField(['GET']);
      app.get('*', reply({ answer }));
      const answerOther: AnswerRequest = async (c) => {
        if (!(await exists(c))) throw nothingAt(c.req.path);
        if (c.req.method !== 'OPTIONS') throw new MethodNotAllowed(c.req.path, allow);
        return preflight(allow);
      };
      app.all('*', reply({ quota: 'read', answer: answerOther }));
    },
    addAny(path, answer) {
      app.all(path, reply({ answer }));
    },
    end(prefix) {
      app.all(
        `${prefix}*`,
        refuse((c) => nothingAt(c.req.path)),
      );
    },
  };
}

/** The failure of a path that leads nowhere. */
export function nothingAt(path: string): DirectoryError {
  return new DirectoryError('not_found', `There is no ${path.slice(0, 200)} here.`);
}

function allowField(methods: readonly string[]): string {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

function preflight(allow: string): Answer {
  return { status: 204, headers: { allow, ...preflightFields(allow), 'cache-control': 'no-store' }, body: null };
}
