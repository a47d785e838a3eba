import { PROOF_METHODS, type ProofMethod } from '../directory/proof-methods.ts';
import type { Proof } from '../directory/state.ts';
import type { ProofSighting } from '../directory/visit.ts';
import { isSameHash } from './owner-key.ts';
import { hashToken } from './proof.ts';
import { seekInDns } from './methods/dns.ts';
import { seekInLlmsTxt } from './methods/llms-txt.ts';
import { seekInMeta } from './methods/meta.ts';
import type { ProofQuestion, ProofReport, ProofSeeker, ProofTools } from './methods/method.ts';
import { seekInWellKnown } from './methods/well-known.ts';

const SEEKERS: Readonly<Record<ProofMethod, ProofSeeker>> = {
  llms_txt: seekInLlmsTxt,
  dns: seekInDns,
  meta: seekInMeta,
  well_known: seekInWellKnown,
};

export interface ProveTools extends ProofTools {
  readonly baseUrl: string;
}

/** Looks for a token in all four places at once; the reports stand in the order of the methods. */
export async function prove(domain: string, token: string, tools: ProveTools): Promise<readonly ProofReport[]> {
  const question = { domain, baseUrl: tools.baseUrl, isToken: (text: string) => text === token, shownToken: token };
  return await seek(PROOF_METHODS, question, tools);
}

/**
 * Looks again for the proof that verified a domain: where it was seen last, and only if it is not there in the other three places.
 * Found nowhere, the place of last time decides whether it is gone or could not be seen.
 */
export async function proveAgain(domain: string, proof: Proof, tools: ProveTools): Promise<ProofSighting> {
  const isToken = (text: string) => isSameHash(hashToken(text), proof.token_hash);
  const question = { domain, baseUrl: tools.baseUrl, anyBase: true, isToken, shownToken: '…' } as const;
  const [first] = await seek([proof.method], question, tools);
  const others = PROOF_METHODS.filter((method) => method !== proof.method);
  const reports = first?.outcome === 'present' ? [first] : await seek(others, question, tools);
  const found = reports.find(({ outcome }) => outcome === 'present');
  if (found) return { method: found.method, outcome: 'present' };
  return { method: proof.method, outcome: first?.outcome ?? 'inconclusive' };
}

async function seek(methods: readonly ProofMethod[], question: ProofQuestion, tools: ProofTools) {
  return await Promise.all(methods.map((method) => SEEKERS[method](question, tools)));
}
