/** Log with one JSON line per event. Events contain no keys, secrets, personal addresses or bodies. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

/**
 * Writes one JSON line per event to `write`. Default: standard error, so that standard output is free for results.
 */
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

/** Log that writes nothing, for commands with output for people. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
