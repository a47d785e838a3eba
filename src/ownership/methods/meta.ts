import { decodePage } from '../../extract/decode-page.ts';
import { readPage } from '../../extract/read-page.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { absent, counted, inconclusive, type Method, present, readProof } from './method.ts';

const NAME = 'svc-verify';

/** A meta element in the parsed head of the homepage: what a visitor wrote into the body proves nothing. */
export const metaMethod: Method = {
  name: 'meta',

  instructions: ({ domain, token }) => ({
    description: `Add this element to the head of ${homepageOf(domain)}.`,
    snippet: elementWith(token),
  }),

  async find({ domain, isToken, shownToken }, tools) {
    const where = homepageOf(domain);
    const found = await readProof(where, LIMITS.proofPage, tools, (result) => {
      const type = result.headers['content-type'] ?? '';
      if (type !== '' && !/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type)) return absent('no HTML page');
      const page = readPage(decodePage(result.body, type), result.finalUrl, result.headers);
      const contents = page.metas.get(NAME) ?? [];
      if (contents.some((content) => isToken(content.trim()))) return present('the element');
      if (contents.length > 0) return absent(`${counted(contents.length, `${NAME} element`)} with another token`);
      return result.truncated ? inconclusive('none in the first MiB') : absent(`no ${NAME} element in the head`);
    });
    return { method: 'meta', looked_for: elementWith(shownToken), where, ...found };
  },
};

const homepageOf = (domain: string) => `https://${domain}/`;
const elementWith = (token: string) => `<meta name="${NAME}" content="${token}">`;
