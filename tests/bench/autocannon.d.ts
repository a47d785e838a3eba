/** As much of autocannon as the benchmarks use; the package carries no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    /** Requests a second of all connections together; as many as they can when absent. */
    readonly overallRate?: number;
    readonly requests: readonly Asked[];
  }
  interface Asked {
    readonly path: string;
    readonly method?: 'POST';
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Called for each request that is sent. */
    readonly setupRequest?: (request: { path: string }) => { path: string; headers?: Readonly<Record<string, string>> };
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly errors: number;
    readonly non2xx: number;
    readonly '3xx': number;
  }
  interface Run extends PromiseLike<Result> {
    /** Each answer as it comes. Milliseconds with their fraction, which the result's own latency has not. */
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void;
  }
  export default function autocannon(options: Options): Run;
}
