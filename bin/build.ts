import { join } from 'node:path';
import { createContext } from '../src/runtime/context.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { startStage } from '../src/runtime/progress.ts';
import { withBuildLock } from '../src/site/build/build-lock.ts';
import { buildSite } from '../src/site/build/build-site.ts';
import { EXIT, runProgram } from './run-program.ts';

/** Builds what has changed since the last build: `npm run build`. */
async function main(): Promise<number> {
  const env = parseEnv(process.env);
  const context = await createContext(env, { access: 'share' });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const stage = startStage('build', process.stderr, context.now);
  try {
    const outDir = join(env.DATA_DIR, 'site');
    const report = await withBuildLock(outDir, () =>
      buildSite({
        store: context.store,
        baseUrl: env.BASE_URL,
        serviceName: env.SERVICE_NAME,
        outDir,
        now: context.now,
        onProgress: (_, done, total) => stage.update(done, total),
        signal: stop.signal,
      }),
    );
    const { rendered, removed, files, indexed, failed } = report;
    stage.end(
      `${rendered} domains rendered, ${removed} removed; ${files.written} files written, ${files.unchanged} unchanged; ${indexed ?? 'no'} indexed`,
    );
    for (const { domain, reason } of failed) context.log.error('page.failed', { domain, reason });
    return failed.length > 0 ? EXIT.failed : EXIT.done;
  } finally {
    await context.close();
  }
}

await runProgram('build', main);
