import type { DnsResolver } from '../../fetch/dns-resolver.ts';
import type { Env } from '../../runtime/env.ts';
import { type Finding, fault, good } from './finding.ts';

/** Name that every resolver of the internet finds. */
const KNOWN_NAME = 'iana.org';
const REMEDY = 'Allow this machine to send UDP and TCP to port 53, or set DNS_SERVERS to resolvers of your network.';

/** Checks each resolver, because visits use all of them in turn, and a proof in DNS needs a majority. */
export async function checkResolvers(
  { DNS_SERVERS, SANDBOX_ORIGIN }: Env,
  openResolver: (server: string) => DnsResolver,
): Promise<Finding> {
  if (SANDBOX_ORIGIN) return good('resolvers', 'are not needed: the sandbox answers for its sites');
  const failures = await Promise.all(
    DNS_SERVERS.map(async (server) => {
      const answer = await openResolver(server).resolveAddresses(KNOWN_NAME);
      return answer.kind === 'failed' ? [`${server} does not find ${KNOWN_NAME}: ${answer.detail}`] : [];
    }),
  );
  const says = failures.flat().join('; ');
  return says === '' ? good('resolvers', `${DNS_SERVERS.join(', ')} answer`) : fault('resolvers', says, REMEDY);
}
