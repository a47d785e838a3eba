import type { Context, MiddlewareHandler } from 'hono';
import type { Client } from './identify-client.ts';
import type { QuotaState } from './memory-limiter.ts';

export interface AppEnv {
  Bindings: {
    readonly remoteAddress: string;
  };
  Variables: {
    /** Id of the request, in its answer, problem and log. */
    requestId: string;
    client: Client;
    /** Remaining quotas after this request. */
    quotas?: readonly QuotaState[];
    /** Media type of the answer, if `Accept` selects it. */
    mediaType?: string;
    /** True if the answer depends on `Accept`. */
    variesByAccept?: boolean;
    /** Domain of the sent owner key. */
    keyDomain?: string;
    /** Age of the answered visit, in s. */
    ageS?: number;
  };
}

export type AppContext = Context<AppEnv>;
/** Middleware step around the following steps. */
export type Step = MiddlewareHandler<AppEnv>;
/** Step that finds data of a request before its answer. Rejects with an error that becomes a problem document. */
export type Check = (c: AppContext) => void | Promise<void>;
