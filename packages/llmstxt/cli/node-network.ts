import { lookup } from 'node:dns/promises';
import type { Network } from './fetch-file.ts';

/** The network as Node has it. */
export const nodeNetwork: Network = {
  fetch,
  lookup: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
};
