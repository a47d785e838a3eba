import { parseArgs } from 'node:util';
import { openStore } from '../../src/store/open-store.ts';
import { mulberry32 } from '../mulberry32.ts';
import { toOwner } from '../store/sample-visit.ts';

/**
 * Changes a directory at random until a kill: updates, owners, removals and new registrations. Prints the number of changed
 * domains per step.
 */
const { values } = parseArgs({
  options: { folder: { type: 'string' }, sites: { type: 'string' }, seed: { type: 'string' } },
});
const sites = Number(values.sites);
const random = mulberry32(Number(values.seed));
const pick = (many: number) => Math.floor(random() * many);
const someSites = (atMost: number) =>
  [...new Set(Array.from({ length: 1 + pick(atMost) }, () => pick(sites)))].map((number) => `site-${number}.example`);

const store = await openStore({ dataDir: values.folder ?? '', access: 'share' });
for (;;) {
  const domains = someSites(200);
  switch (pick(4)) {
    case 0:
      await store.setFacts(domains.map((domain) => ({ domain, rank: 1 + pick(1_000_000), registered_at: null })));
      break;
    case 1:
      await store.setOwners(domains.map((domain) => ({ ...toOwner(domain), description: `Text ${pick(1_000_000)}` })));
      break;
    case 2:
      await store.track(domains);
      break;
    default:
      domains.length = Math.min(domains.length, 20);
      for (const domain of domains) await store.removeDomain({ domain, note: 'random', operator: 'test' });
  }
  process.stdout.write(`${domains.length}\n`);
}
