import { createInterface } from 'node:readline';
import { freePort } from '../free-port.ts';
import { endProgram, startProgram } from '../start-program.ts';
import { openEmptyDns } from './open-empty-dns.ts';

/** Starts a command that serves a directory. Resolves when it has printed this text. No visit leaves this machine. */
export async function serveDirectory(command: readonly string[], dataDir: string, until: (baseUrl: string) => string) {
  const port = String(await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const dns = await openEmptyDns();
  const settings = { DATA_DIR: dataDir, PORT: port, BASE_URL: baseUrl, DNS_SERVERS: dns.address };
  const program = startProgram(command, settings);
  const lines: string[] = [];
  for await (const line of createInterface({ input: program.stdout })) {
    lines.push(line);
    if (line.includes(until(baseUrl))) break;
  }
  return {
    baseUrl,
    lines,
    /** Ends the program. Returns its exit code and the signal. */
    async stop() {
      const ended = await endProgram(program, 'SIGTERM');
      await dns.close();
      return ended;
    },
  };
}
