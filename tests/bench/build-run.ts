import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildSite } from '../../functions/build/build-site.ts';
import { fakeStore } from '../build/fake-store.ts';
import { generateDetails } from './generate-details.ts';

/** One full build and one after 1 % of the domains have changed, in a process of its own: prints what they took as one line of JSON. */
const { values } = parseArgs({ options: { count: { type: 'string' }, out: { type: 'string' } } });
const count = Number(values.count);
const outDir = values.out ?? '';
const store = fakeStore([...generateDetails(count)]);
const build = () =>
  buildSite({
    store: store.store,
    baseUrl: 'https://dir.example',
    serviceName: 'Directory',
    outDir,
    now: () => performance.now(),
  });

for (const dir of [outDir, `${outDir}-state`]) rmSync(dir, { recursive: true, force: true });
const full = await build();
const changed = Math.ceil(count / 100);
let at = 0;
for (const detail of generateDetails(count)) {
  // Spread over the list, as visits are: what a visit usually changes is when it was.
  if (at++ % 100 === 0) {
    store.put({ ...detail, facts: { ...detail.facts, last_checked: '2026-11-20T22:41:00.000Z' } });
  }
}
const again = await build();
if (full.failed.length + again.failed.length > 0 || full.rendered !== count || again.rendered !== changed) {
  throw new Error(`the build did not do its work: ${JSON.stringify({ full, again })}`);
}
const maxRssMb = process.resourceUsage().maxRSS / 1000;
console.log(JSON.stringify({ fullMs: full.durationMs, stageMs: full.stageMs, againMs: again.durationMs, maxRssMb }));
