import { channel } from 'node:diagnostics_channel';

/** Output of a part of the product in a test process. */
export interface Output {
  /** Source of the output: the request, or the name of the part. */
  readonly from: string;
  readonly text: string;
  /** Request of an answer, with its key. */
  readonly asked?: { readonly path: string; readonly authorization: string | undefined };
}

/** Name of a channel of the runtime. The recorder uses it, because it is loaded outside the test runner's modules. */
export const OUTPUTS = 'tests.outputs';

/** Records an output for the scan after a full run, if a recorder runs. */
export function keepOutput(output: Output): void {
  channel(OUTPUTS).publish(output);
}

/** Records an in-process answer, except for streams, because reading would consume them. */
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

/** Settings with which programs with a custom environment record their outputs. */
export const RECORDING: Readonly<Record<string, string>> = Object.fromEntries(
  ['RUN_RECORDS', 'NODE_OPTIONS'].flatMap((name) => {
    const value = process.env[name];
    return process.env['RUN_RECORDS'] === undefined || value === undefined ? [] : [[name, value]];
  }),
);
