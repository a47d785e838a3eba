import type { WebSource } from '../../src/sandbox/web-source.ts';

/** Web of all names under `.example`, each with an address and a certificate. A test adds the answers. */
export const EXAMPLE_WEB: Omit<WebSource, 'answer'> = {
  names: () => [],
  knows: (name) => name.endsWith('.example'),
  records: () => ({ a: 'origin', aaaa: [], txt: [] }),
  certificate: () => 'valid',
};
