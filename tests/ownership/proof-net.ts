import type { Net } from '../../src/fetch/net.ts';
import { fakeNet, fetchingBy, type Said } from '../crawl/fake-net.ts';

type Txt = Awaited<ReturnType<Net['resolveTxt']>>;

/** A web of these answers, everything else 404, and these TXT records. */
export function proofNet(web: Readonly<Record<string, Said>>, txt: Txt = { kind: 'absent', nameExists: true }): Net {
  const net = fakeNet(web);
  const fetch: Net['fetch'] = (request) =>
    request.url in web ? net.fetch(request) : fakeNet({ [request.url]: 404 }).fetch(request);
  return { ...fetchingBy(net, fetch), resolveTxt: async () => txt };
}
