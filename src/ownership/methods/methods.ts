import type { ProofMethod } from '../../directory/proof-methods.ts';
import { dnsMethod } from './dns.ts';
import { llmsTxtMethod } from './llms-txt.ts';
import { metaMethod } from './meta.ts';
import type { Method } from './method.ts';
import { wellKnownMethod } from './well-known.ts';

export const METHODS: Readonly<Record<ProofMethod, Method>> = {
  llms_txt: llmsTxtMethod,
  dns: dnsMethod,
  meta: metaMethod,
  well_known: wellKnownMethod,
};
