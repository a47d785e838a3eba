import { explainVisit } from '../../src/crawl/explain-visit.ts';
import { formatExplanation } from '../../src/crawl/format-explanation.ts';
import { newDomain } from '../../src/directory/new-domain.ts';
import type { Host } from '../host.ts';
import { parseDomain } from '../parse-arguments.ts';
import { EXIT, UsageError } from '../run-command.ts';
import { withLocalWeb } from '../with-local-web.ts';
import { type CrawlArguments, localWebFor, mayBeReserved } from './run-crawl.ts';

/** Prints the requests of a visit of the given domain. Returns the exit code. */
export async function explain(wanted: CrawlArguments, asJson: boolean, host: Host): Promise<number> {
  const [typed, ...more] = wanted.domains;
  if (typed === undefined || more.length > 0) throw new UsageError('--explain needs one domain');
  const env = host.env();
  const domain = parseDomain(typed, mayBeReserved(wanted, env));
  const web = await localWebFor(wanted, env);
  const options = { access: 'share', ...(wanted.isLive && { sandbox: null }) } as const;
  return await withLocalWeb(web, env, options, async ({ store, net, crawlPolicy: policy, now }) => {
    const planned = await store.getPlannedVisit(domain);
    const state = planned?.state ?? newDomain(domain, new Date(now()).toISOString());
    const session = net.openSession();
    const explained = await explainVisit(domain, planned, state, { session, policy, now, signal: host.stopSignal() });
    session.close();
    process.stdout.write(asJson ? `${JSON.stringify(explained)}\n` : formatExplanation(explained));
    return EXIT.done;
  });
}
