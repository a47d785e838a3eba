import { inspect } from '../../src/llmstxt/inspect.ts';
import { paths } from '../../src/site/urls.ts';
import { LIMITS } from '../net/limits.ts';
import { absent, counted, inconclusive, type ProofSeeker, present, readProof } from './method.ts';

/** A Markdown link in the site's llms.txt whose URL is the given one. */
export const seekInLlmsTxt: ProofSeeker = async ({ domain, baseUrl, isToken, shownToken }, tools) => {
  const where = `https://${domain}/llms.txt`;
  const start = `${baseUrl}${paths.domain(domain)}?verify=`;
  const found = await readProof(where, LIMITS.proofLlmsTxt, tools, (answer) => {
    const { kind, document } = inspect({ body: answer.body });
    // A page that echoes what was asked for, or what visitors wrote, is no file of the owner's.
    if (kind === 'html') return absent('an HTML page');
    if (document === null) return absent('no text');
    const links = document.links.filter(({ form, href }) => LINKS.has(form) && href.startsWith(start));
    if (links.some(({ href }) => isToken(href.slice(start.length)))) return present('the link');
    const others = links.length > 0 ? `${counted(links.length, 'link')} with another token` : 'no link to this entry';
    return answer.truncated ? inconclusive(`${others} in the first MiB`) : absent(others);
  });
  return { method: 'llms_txt', looked_for: `a link to ${start}${shownToken}`, where, ...found };
};

/** Text that happens to look like a URL is not a link that somebody set. */
const LINKS: ReadonlySet<string> = new Set(['inline', 'reference']);
