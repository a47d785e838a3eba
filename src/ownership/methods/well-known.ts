import { LIMITS } from '../../fetch/limits.ts';
import { absent, type ProofSeeker, present, readProof } from './method.ts';

/** A file that holds the token and nothing else. */
export const seekInWellKnown: ProofSeeker = async ({ domain, isToken, shownToken }, tools) => {
  const where = `https://${domain}/.well-known/svc-verify.txt`;
  const found = await readProof(where, LIMITS.proofFile, tools, ({ body }) => {
    const text = new TextDecoder().decode(body).trim();
    if (isToken(text)) return present('the file');
    return absent(text === '' ? 'an empty file' : 'a file with another content');
  });
  return { method: 'well_known', looked_for: shownToken, where, ...found };
};
