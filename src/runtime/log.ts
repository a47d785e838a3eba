/** One line of JSON for each event of the program. Never a key, a secret, an address of a person, or a body. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

/** Writes one JSON line per event to `write` (standard error by default, so that standard output stays the program's own). */
export function createLog(
  now: () => number,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const at =
    (level: string) =>
    (event: string, fields: Record<string, unknown> = {}) =>
      write(`${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields })}\n`);
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Writes nothing: for commands whose output is for people. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
