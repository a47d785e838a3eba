import { parseArgs } from 'node:util';
import { z } from 'zod';
import { buildSite } from '../../src/site/build/build-site.ts';
import { numberedStore, toChanged } from './numbered-store.ts';

/** Runs one build on top of the last build, and prints its report as one JSON line. */
const { values } = parseArgs({
  options: { count: { type: 'string' }, out: { type: 'string' }, change: { type: 'string' } },
});
const count = Number(values.count);
const change = z.enum(['nothing', 'visit', 'content']).parse(values.change);
const built = await buildSite({
  store: numberedStore(count, change),
  service: { name: 'Directory', baseUrl: 'https://dir.example' },
  outDir: z.string().parse(values.out),
  now: () => performance.now(),
});
if (built.failed.length > 0 || built.rendered !== (change === 'nothing' ? count : toChanged(count))) {
  throw new Error(`the build did not do its work: ${JSON.stringify(built)}`);
}
console.log(JSON.stringify(built));
