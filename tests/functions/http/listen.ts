import { type AppDeps, createApp } from '../../../functions/http/app.ts';
import { type ServerOptions, startServer } from '../../../functions/http/server.ts';
import { silentLog } from '../../../src/runtime/log.ts';

/** Serves these dependencies on a port of this machine, by default a free one. */
export const listen = (deps: AppDeps, options: Partial<Pick<ServerOptions, 'port' | 'timeouts'>> = {}) =>
  startServer({ app: createApp(deps), host: '127.0.0.1', port: 0, log: silentLog, ...options });
