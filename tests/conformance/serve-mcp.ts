import { createApp } from '../../functions/http/app.ts';
import { startServer } from '../../functions/http/server.ts';
import { type ServedTool, TOOLS } from '../../functions/mcp/tool.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { freePort } from '../free-port.ts';
import { GOOD_FILE, observed } from '../functions/http/an-observation.ts';
import { toFacts } from '../functions/http/fake-store.ts';
import { serveFake } from '../functions/http/serve-fake.ts';

/** Serves /mcp on a local port over a store of one listed site, with extra tools on request. The URL contains `hostname`. */
export async function serveMcp(more: readonly ServedTool[] = [], hostname = '127.0.0.1') {
  const port = await freePort();
  const baseUrl = `http://${hostname}:${port}`;
  const facts = toFacts('example.com');
  const { context } = serveFake(
    {
      lookup: async (domain) => (domain === facts.domain ? facts : null),
      search: async () => ({ total: 1, totalIsEstimate: false, results: [facts] }),
      getText: async () => ({ hash: 'x', body: GOOD_FILE }),
    },
    {
      baseUrl,
      // Disable quotas, because the suites send more requests per minute than any client.
      limiter: { take: () => ({ allowed: true, states: [] }) },
    },
    {
      observe: async (domain, { report }) => {
        for (const step of ['one', 'two', 'three']) report(step);
        return observed(domain, { status: 200, body: GOOD_FILE });
      },
      draft: async () => ({ text: GOOD_FILE, pagesRead: 1, notes: [] }),
    },
  );
  const server = await startServer({
    app: createApp(context, [...TOOLS, ...more]),
    host: '127.0.0.1',
    port,
    log: silentLog,
  });
  return { url: `${baseUrl}/mcp`, stop: () => server.stop() };
}
