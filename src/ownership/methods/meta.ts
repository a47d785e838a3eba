import { decodePage } from '../../extract/decode-page.ts';
import { readPage } from '../../extract/read-page.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { absent, counted, inconclusive, type ProofSeeker, present, readProof } from './method.ts';

const NAME = 'svc-verify';

/** A meta element in the parsed head of the homepage: what a visitor wrote into the body proves nothing. */
export const seekInMeta: ProofSeeker = async ({ domain, isToken, shownToken }, tools) => {
  const where = `https://${domain}/`;
  const found = await readProof(where, LIMITS.proofPage, tools, (answer) => {
    const type = answer.headers['content-type'] ?? '';
    if (type !== '' && !/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type)) return absent('no HTML page');
    const page = readPage(decodePage(answer.body, type), answer.finalUrl, answer.headers);
    const contents = page.metas.get(NAME) ?? [];
    if (contents.some((content) => isToken(content.trim()))) return present('the element');
    if (contents.length > 0) return absent(`${counted(contents.length, `${NAME} element`)} with another token`);
    return answer.truncated ? inconclusive('none in the first MiB') : absent(`no ${NAME} element in the head`);
  });
  return { method: 'meta', looked_for: `<meta name="${NAME}" content="${shownToken}">`, where, ...found };
};
