/** Used part of autocannon, which has no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    /** Requests per second of all connections together. Default: no limit. */
    readonly overallRate?: number;
    readonly requests: readonly Asked[];
  }
  interface Asked {
    readonly path: string;
    readonly method?: 'POST';
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Prepares each request. */
    readonly setupRequest?: (request: { path: string }) => { path: string; headers?: Readonly<Record<string, string>> };
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    /** Latencies, in ms. */
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly errors: number;
    readonly non2xx: number;
    readonly '3xx': number;
  }
  interface Run extends PromiseLike<Result> {
    /** Called for each answer. `responseTime` has fractions of a millisecond, unlike the latency of the result. */
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void;
  }
  export default function autocannon(options: Options): Run;
}
