import { mayTake } from '../../src/directory/fair-share.ts';
import type { Store } from '../../src/store/store.ts';

interface Window {
  endsAt: number;
  total: number;
  readonly byNetwork: Map<string, number>;
}

/** Creates a counter of quotas in memory, which replaces the store. `allows` replaces the rule of shared quotas, if given. */
export function countInMemory(
  now: () => number,
  allows: (quota: number, use: { total: number; own: number }) => boolean = mayTake,
): Store['takeQuotas'] {
  const windows = new Map<string, Window>();
  const open = (key: string, windowS: number): Window => {
    const known = windows.get(key);
    if (known && known.endsAt > now()) return known;
    const fresh = { endsAt: now() + windowS * 1000, total: 0, byNetwork: new Map<string, number>() };
    windows.set(key, fresh);
    return fresh;
  };
  return async (takes) => {
    const opened = takes.map((take) => {
      const window = open(`${take.name} ${take.subject}`, take.windowS);
      const { network, quota } = take;
      const own = network === undefined ? 0 : (window.byNetwork.get(network) ?? 0);
      const isOpen = network === undefined ? window.total < quota : allows(quota, { total: window.total, own });
      return { take, window, own, isOpen };
    });
    const allowed = opened.every(({ isOpen }) => isOpen);
    return {
      allowed,
      standings: opened.map(({ take: { name, quota, network }, window, own, isOpen }) => {
        if (allowed) window.total += 1;
        if (allowed && network !== undefined) window.byNetwork.set(network, own + 1);
        const resetS = Math.ceil((window.endsAt - now()) / 1000);
        return { name, open: isOpen, remaining: Math.max(0, quota - window.total), resetS };
      }),
    };
  };
}
