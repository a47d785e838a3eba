import { z } from 'zod';
import { PROOF_METHODS } from '../directory/proof-methods.ts';
import { isSameHash } from './owner-key.ts';
import { hashToken } from './proof.ts';

const seenTokenSchema = z.object({
  /** `hashToken` of the token in capitals: a look may be stored, and must prove nothing to a reader of the table. */
  hash: z.string(),
  /** Why the token proves nothing where it is, as in "the token, but …"; null for a proof. */
  flaw: z.string().nullable(),
});
export type SeenToken = z.infer<typeof seenTokenSchema>;

const placeLookSchema = z.object({
  /** URL or DNS name. */
  where: z.string(),
  /** What the place says about a token that is not among `tokens`. `absent` is certain. */
  outcome: z.enum(['absent', 'inconclusive']),
  /** What was there, without text of the site's. */
  seen: z.string(),
  tokens: z.array(seenTokenSchema),
});
/** What one look has seen in one place. It serves everybody who asks, whatever token they have. */
export type PlaceLook = z.infer<typeof placeLookSchema>;

/** What one look has seen in all places of each method; the place that instructions name comes first. */
export const proofLookSchema = z.record(z.enum(PROOF_METHODS), z.array(placeLookSchema));
export type ProofLook = z.infer<typeof proofLookSchema>;

/** What one method shows of one token. `absent` is certain: every place answered, and the token is in none. */
export interface Sighting {
  readonly outcome: 'present' | 'absent' | 'inconclusive';
  readonly where: string;
  /** What was there, for each place; without text of the site's. */
  readonly seen: string;
}

/** Tokens kept of one place: a site that is claimed by this many people at once has none. */
const MAX_TOKENS = 50;
/** A token as it is published. Longer runs of the same characters are no token. */
const TOKEN = /(?<![a-z0-9])[a-z2-7]{32}(?![a-z0-9])/gi;

/** Reads the text of a proof: the token alone is one; a token in it is named with its flaw. */
export function readToken(text: string, flaw: string | null, otherwise = 'with other text around it'): SeenToken[] {
  const tokens = new Set(text.match(TOKEN)?.slice(0, MAX_TOKENS));
  return [...tokens].map((token) => ({
    hash: hashToken(token.toUpperCase()),
    flaw: flaw ?? (token !== text ? otherwise : token !== token.toUpperCase() ? 'not in capital letters' : null),
  }));
}

/** Returns the tokens to keep of a place, proofs first, each once. */
export function keepTokens(tokens: readonly SeenToken[]): SeenToken[] {
  const proofs = tokens.filter(({ flaw }) => flaw === null);
  const kept = new Map<string, SeenToken>();
  for (const token of [...proofs, ...tokens]) if (!kept.has(token.hash)) kept.set(token.hash, token);
  return [...kept.values()].slice(0, MAX_TOKENS);
}

/** Reports whether the token with this hash is proved in the place. */
export function isProvedIn({ tokens }: PlaceLook, tokenHash: string): boolean {
  return tokens.some(({ hash, flaw }) => flaw === null && isSameHash(hash, tokenHash));
}

/**
 * Judges what the places of one method show of one token.
 * @param usedHash hash of the token that the same person has redeemed before, which is likely to be there still
 */
export function findToken(looks: readonly PlaceLook[], tokenHash: string, usedHash?: string): Sighting {
  const places = looks.map((place) => ({
    where: place.where,
    isProved: isProvedIn(place, tokenHash),
    says: place.tokens.some(({ hash, flaw }) => flaw === null || isSameHash(hash, tokenHash)),
    outcome: place.outcome,
    seen: describe(place, tokenHash, usedHash),
  }));
  const found = places.find(({ isProved }) => isProved);
  const first = found ?? places.find(({ says }) => says) ?? places[0];
  if (!first) return { outcome: 'inconclusive', where: 'nowhere', seen: 'no place was read' };
  if (found) return { outcome: 'present', where: found.where, seen: 'the token' };
  const others = places.filter((place) => place !== first).map(({ where, seen }) => `; ${where}: ${seen}`);
  return {
    outcome: places.every(({ outcome }) => outcome === 'absent') ? 'absent' : 'inconclusive',
    where: first.where,
    seen: first.seen + others.join(''),
  };
}

/** The one sentence about a missed proof: what is wrong with the token, whose it is, or what was there in its stead. */
function describe({ tokens, seen }: PlaceLook, tokenHash: string, usedHash: string | undefined): string {
  const flawed = tokens.find(({ hash }) => isSameHash(hash, tokenHash));
  if (flawed) return `the token, but ${flawed.flaw}`;
  const others = tokens.filter(({ flaw }) => flaw === null);
  if (usedHash !== undefined && others.some(({ hash }) => isSameHash(hash, usedHash))) {
    return 'the token of your earlier key, which is used up: publish the new one';
  }
  if (others.length === 0) return seen;
  return others.length === 1 ? 'this is the token of another claim' : `${others.length} tokens of other claims`;
}
