import { z } from 'zod';
import { PROOF_METHODS } from '../directory/proof-methods.ts';
import { isSameHash } from './owner-key.ts';
import { hashToken } from './proof.ts';

const seenTokenSchema = z.object({
  /** `hashToken` of the uppercase token. Only hashes are stored, so that a reader of the table gets no token. */
  hash: z.string(),
  /** Reason that the token is not a proof, as in "the token, but …", or null. */
  flaw: z.string().nullable(),
});
export type SeenToken = z.infer<typeof seenTokenSchema>;

const placeLookSchema = z.object({
  /** URL or DNS name. */
  where: z.string(),
  /** State of every token that is not in `tokens`. `absent` means certainly absent. */
  outcome: z.enum(['absent', 'inconclusive']),
  /** Description of the place's content, without the site's text. */
  seen: z.string(),
  tokens: z.array(seenTokenSchema),
});
/** Result of reading one place. The result does not depend on a token, so all callers share it. */
export type PlaceLook = z.infer<typeof placeLookSchema>;

/** Result of reading all places of each method. The place in the instructions comes first. */
export const proofLookSchema = z.record(z.enum(PROOF_METHODS), z.array(placeLookSchema));
export type ProofLook = z.infer<typeof proofLookSchema>;

/** State of one token for one method. `absent` means that every place responded without the token. */
export interface Sighting {
  readonly outcome: 'present' | 'absent' | 'inconclusive';
  readonly where: string;
  /** Description of each place's content, without the site's text. */
  readonly seen: string;
}

/** Most tokens kept per place. No site has this many claims at once. */
const MAX_TOKENS = 50;
/** Matches a published token. Longer runs of these characters do not match. */
const TOKEN = /(?<![a-z0-9])[a-z2-7]{32}(?![a-z0-9])/gi;

/** Longest text in which blanks may split a token. */
const MAX_BROKEN_CHARACTERS = 200;

/**
 * Matches spaces, controls and invisible characters at both ends. The match needs linear time, because the lookbehind
 * lets only the start of a run match.
 */
const INVISIBLE_ENDS = /^[\s\p{Cc}\p{Cf}]+|(?<![\s\p{Cc}\p{Cf}])[\s\p{Cc}\p{Cf}]+$/gu;

/** Trims spaces, controls and invisible characters, which forms and editors add. */
export function trimInvisible(text: string): string {
  return text.replace(INVISIBLE_ENDS, '');
}

/** Reads the text of a proof. A token alone is a proof, and a token among other text gets a flaw. */
export function readToken(text: string, flaw: string | null, otherwise = 'with other text around it'): SeenToken[] {
  const tokens = new Set(text.match(TOKEN)?.slice(0, MAX_TOKENS));
  if (tokens.size === 0 && text.length <= MAX_BROKEN_CHARACTERS && /\s/.test(text)) {
    return readToken(text.replace(/\s+/g, ''), 'with blanks or line ends in it');
  }
  return [...tokens].map((token) => ({
    hash: hashToken(token.toUpperCase()),
    flaw: flaw ?? (token !== text ? otherwise : token !== token.toUpperCase() ? 'not in capital letters' : null),
  }));
}

/** Returns the distinct tokens of a place to keep, proofs first. */
export function keepTokens(tokens: readonly SeenToken[]): SeenToken[] {
  const proofs = tokens.filter(({ flaw }) => flaw === null);
  const byHash = new Map<string, SeenToken>();
  for (const token of [...proofs, ...tokens]) if (!byHash.has(token.hash)) byHash.set(token.hash, token);
  return [...byHash.values()].slice(0, MAX_TOKENS);
}

/** Reports whether the place proves the token with this hash. */
export function isProvedIn({ tokens }: PlaceLook, tokenHash: string): boolean {
  return tokens.some(({ hash, flaw }) => flaw === null && isSameHash(hash, tokenHash));
}

/**
 * Judges one token by the places of one method.
 * @param usedHash hash of the token that this person redeemed before, which is probably still published
 */
export function findToken(looks: readonly PlaceLook[], tokenHash: string, usedHash?: string): Sighting {
  const places = looks.map((place) => ({
    where: place.where,
    isProved: isProvedIn(place, tokenHash),
    says: place.tokens.some(({ hash, flaw }) => flaw === null || isSameHash(hash, tokenHash)),
    outcome: place.outcome,
    seen: describe(place, tokenHash, usedHash),
  }));
  const proved = places.find(({ isProved }) => isProved);
  const first = proved ?? places.find(({ says }) => says) ?? places[0];
  if (!first) return { outcome: 'inconclusive', where: 'nowhere', seen: 'no place was read' };
  if (proved) return { outcome: 'present', where: proved.where, seen: 'the token' };
  const others = places.filter((place) => place !== first).map(({ where, seen }) => `; ${where}: ${seen}`);
  return {
    outcome: places.every(({ outcome }) => outcome === 'absent') ? 'absent' : 'inconclusive',
    where: first.where,
    seen: first.seen + others.join(''),
  };
}

/** Returns the sentence about a missed proof: the token's flaw, its owner, or the content found. */
function describe({ tokens, seen }: PlaceLook, tokenHash: string, usedHash: string | undefined): string {
  const flawed = tokens.find(({ hash }) => isSameHash(hash, tokenHash));
  if (flawed) return `the token, but ${flawed.flaw}`;
  const others = tokens.filter(({ flaw }) => flaw === null);
  if (usedHash !== undefined && others.some(({ hash }) => isSameHash(hash, usedHash))) {
    return 'your earlier token, which stopped working when the domain got a key: publish the new token';
  }
  if (others.length === 0) return seen;
  return others.length === 1 ? 'this is the token of another claim' : `${others.length} tokens of other claims`;
}
