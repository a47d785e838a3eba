import type { Context, MiddlewareHandler } from 'hono';
import type { Client } from './identify-client.ts';
import type { QuotaState } from './memory-limiter.ts';

/** What the server says of a request, and what is found out about it on its way to an answer. */
export interface AppEnv {
  Bindings: {
    /** Address at the other end of the connection. */
    readonly remoteAddress: string;
  };
  Variables: {
    /** Of this request: in its answer, its problem and the log. */
    requestId: string;
    client: Client;
    /** What is left of the quotas that it has taken from. */
    quotas?: readonly QuotaState[];
    /** The media type of the answer, where `Accept` chooses among several or one. */
    mediaType?: string;
    /** The same address has another answer for another `Accept`. */
    variesByAccept?: boolean;
    /** The domain of the owner key that was sent. */
    keyDomain?: string;
    /** Seconds since the visit ended whose result is answered. */
    ageS?: number;
  };
}

export type AppContext = Context<AppEnv>;
/** One step on the way to an answer, around those that come after it. */
export type Step = MiddlewareHandler<AppEnv>;
/** What is found out about a request before it is answered. Rejects with what becomes a problem document. */
export type Check = (c: AppContext) => void | Promise<void>;
