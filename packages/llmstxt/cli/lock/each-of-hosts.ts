import { isUrl } from '../input.ts';

/** Most hosts at a time. More hosts would not be noticeably faster. */
const MAX_HOSTS = 8;

interface Named {
  /** URL or path. */
  readonly name: string;
}

/**
 * Calls `act` for each item, with several hosts in parallel and one file per host at a time. Returns the results in
 * order.
 */
export async function eachOfHosts<Item extends Named, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const queues = new Map<string, { readonly index: number; readonly item: Item }[]>();
  items.forEach((item, index) => {
    const host = isUrl(item.name) ? new URL(item.name).host : '';
    queues.set(host, [...(queues.get(host) ?? []), { index, item }]);
  });
  const waiting = [...queues.values()];
  const results: { readonly index: number; readonly result: Result }[] = [];
  const work = async () => {
    for (let queue = waiting.shift(); queue !== undefined; queue = waiting.shift()) {
      for (const { index, item } of queue) results.push({ index, result: await act(item) });
    }
  };
  await Promise.all(Array.from({ length: MAX_HOSTS }, work));
  return results.toSorted((a, b) => a.index - b.index).map(({ result }) => result);
}
