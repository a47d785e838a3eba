import { lint } from '#llmstxt';
import { paths } from '../../directory/urls.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { absent, counted, inconclusive, type ProofSeeker, present, readProof } from './method.ts';

/** A Markdown link in the site's llms.txt whose URL is the given one. */
export const seekInLlmsTxt: ProofSeeker = async ({ domain, baseUrl, anyBase, isToken, shownToken }, tools) => {
  const where = `https://${domain}/llms.txt`;
  const path = `${paths.domain(domain)}?verify=`;
  const start = `${baseUrl}${path}`;
  const found = await readProof(where, LIMITS.proofLlmsTxt, tools, (answer) => {
    const { kind, document } = lint({ body: answer.body });
    // A page that echoes what was asked for, or what visitors wrote, is no file of the owner's.
    if (kind === 'html') return absent('an HTML page');
    if (document === null) return absent('no text');
    const links = document.links.flatMap(({ form, href }) => {
      const at = anyBase ? href.indexOf(path) + path.length : start.length;
      const isOurs = anyBase ? href.includes(path) : href.startsWith(start);
      return LINKS.has(form) && isOurs ? [href.slice(at)] : [];
    });
    if (links.some(isToken)) return present('the link');
    const others = links.length > 0 ? `${counted(links.length, 'link')} with another token` : 'no link to this entry';
    return answer.truncated ? inconclusive(`${others} in the first MiB`) : absent(others);
  });
  return { method: 'llms_txt', looked_for: `a link to ${start}${shownToken}`, where, ...found };
};

/** Text that happens to look like a URL is not a link that somebody set. */
const LINKS: ReadonlySet<string> = new Set(['inline', 'reference']);
