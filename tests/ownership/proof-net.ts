import type { Net } from '../../src/fetch/net.ts';
import { fakeNet, fetchingBy, type Said } from '../crawl/fake-net.ts';

type Txt = Awaited<ReturnType<Net['resolveTxt']>>;

/** Creates a web with these responses and TXT records. Other URLs answer 404. */
export function proofNet(web: Readonly<Record<string, Said>>, txt: Txt = { kind: 'absent', nameExists: true }): Net {
  const net = fakeNet(web);
  const fetch: Net['fetch'] = (request) =>
    request.url in web ? net.fetch(request) : fakeNet({ [request.url]: 404 }).fetch(request);
  return { ...fetchingBy(net, fetch), resolveTxt: async () => txt };
}
