import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { freePort } from '../free-port.ts';
import { endProgram, sandboxSettings, startProgram } from '../start-program.ts';
import { untilAnswered } from '../until-answered.ts';

/** Server in a separate process. */
export interface ServeProcess {
  readonly url: string;
  /** Ends the server with SIGKILL. */
  kill(): Promise<void>;
}

/**
 * Starts a server with one proxy and a sandbox, and waits until it is ready. The URL is the BASE_URL unless `settings`
 * overrides it.
 */
export async function serveProcess(
  sandbox: Sandbox,
  settings: Readonly<Record<string, string>>,
): Promise<ServeProcess> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const proxied = { PORT: port, TRUSTED_PROXY: '1', ...sandboxSettings(sandbox) };
  const server = startProgram(['serve'], { BASE_URL: url, ...settings, ...proxied });
  const kill = async () => void (await endProgram(server, 'SIGKILL'));
  await untilAnswered(`${url}/readyz`).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  return { url, kill };
}
