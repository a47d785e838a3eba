import { channel } from 'node:diagnostics_channel';

/** What came out of a part of the product within a process of the tests. */
export interface Output {
  /** Where it came out: the request, or the name of the part. */
  readonly from: string;
  readonly text: string;
  /** Of an answer: what was asked for, and with which key. */
  readonly asked?: { readonly path: string; readonly authorization: string | undefined };
}

/** Through the runtime's own channel, because what records is loaded beside the test runner's modules, not among them. */
export const OUTPUTS = 'tests.outputs';

/** Keeps an output for the scan after a full run; nothing where nobody records. */
export function keepOutput(output: Output): void {
  channel(OUTPUTS).publish(output);
}

/** An answer of the service in process. Streams are left alone: they belong to their readers. */
export async function keepResponse(request: Request, response: Response): Promise<Response> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!channel(OUTPUTS).hasSubscribers || isStream) return response;
  const { pathname: path } = new URL(request.url);
  keepOutput({
    from: `${request.method} ${path}`,
    text: `${JSON.stringify([...response.headers])}\n${await response.clone().text()}`,
    asked: { path, authorization: request.headers.get('authorization') ?? undefined },
  });
  return response;
}

/** So that programs of a test that get an environment of their own are recorded too. */
export const RECORDING: Readonly<Record<string, string>> = Object.fromEntries(
  ['RUN_RECORDS', 'NODE_OPTIONS'].flatMap((name) => {
    const value = process.env[name];
    return process.env['RUN_RECORDS'] === undefined || value === undefined ? [] : [[name, value]];
  }),
);
