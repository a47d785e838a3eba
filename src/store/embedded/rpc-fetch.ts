import type { RpcBridge } from './rpc-bridge.ts';

/** Returns a `fetch` for supabase-js that calls a bridge instead of the network. */
export function bridgeFetch(bridge: RpcBridge): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const call = {
      method: request.method,
      path: new URL(request.url).pathname,
      key: request.headers.get('apikey'),
      schema: request.headers.get('content-profile'),
      body: await request.text(),
    };
    const answer = await bridge(call, init?.signal ?? undefined);
    return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } });
  };
}
