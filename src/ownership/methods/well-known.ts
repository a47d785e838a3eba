import { LIMITS } from '../../fetch/limits.ts';
import { absent, type Method, present, readProof } from './method.ts';

/** A file that holds the token and nothing else. */
export const wellKnownMethod: Method = {
  name: 'well_known',

  instructions: ({ domain, token }) => ({
    description: `Serve this text as ${fileOf(domain)}.`,
    snippet: token,
  }),

  async find({ domain, isToken, shownToken }, tools) {
    const where = fileOf(domain);
    const found = await readProof(where, LIMITS.proofFile, tools, ({ body }) => {
      const text = new TextDecoder().decode(body).trim();
      if (isToken(text)) return present('the file');
      return absent(text === '' ? 'an empty file' : 'a file with another content');
    });
    return { method: 'well_known', looked_for: shownToken, where, ...found };
  },
};

const fileOf = (domain: string) => `https://${domain}/.well-known/svc-verify.txt`;
