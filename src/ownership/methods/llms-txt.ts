import { lint } from '#llmstxt';
import { paths } from '../../directory/urls.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { absent, counted, inconclusive, type Method, present, readProof } from './method.ts';

/** A Markdown link in the site's llms.txt to its entry in this directory, with the token behind it. */
export const llmsTxtMethod: Method = {
  name: 'llms_txt',

  instructions({ domain, token, service }) {
    const label = service.name.replace(/[\\[\]]/g, '\\$&');
    return {
      description: `Recommended: add this list item to ${fileOf(domain)}.`,
      snippet: `- [${label}](${service.baseUrl}${pathBefore(domain)}${token}): the directory entry of ${domain}`,
    };
  },

  async find({ domain, baseUrl, anyBase, isToken, shownToken }, tools) {
    const where = fileOf(domain);
    const path = pathBefore(domain);
    const start = `${baseUrl}${path}`;
    const found = await readProof(where, LIMITS.proofLlmsTxt, tools, (result) => {
      const { kind, document } = lint({ body: result.body });
      // A page that echoes what was requested, or what visitors wrote, is no file of the owner's.
      if (kind === 'html') return absent('an HTML page');
      if (document === null) return absent('no text');
      const tokens = document.links.flatMap(({ form, href }) => {
        const at = anyBase ? href.indexOf(path) + path.length : start.length;
        const isOurs = anyBase ? href.includes(path) : href.startsWith(start);
        return LINK_FORMS.has(form) && isOurs ? [href.slice(at)] : [];
      });
      if (tokens.some(isToken)) return present('the link');
      const others =
        tokens.length > 0 ? `${counted(tokens.length, 'link')} with another token` : 'no link to this entry';
      return result.truncated ? inconclusive(`${others} in the first MiB`) : absent(others);
    });
    return { method: 'llms_txt', looked_for: `a link to ${start}${shownToken}`, where, ...found };
  },
};

/** Text that happens to look like a URL is not a link that somebody set. */
const LINK_FORMS: ReadonlySet<string> = new Set(['inline', 'reference']);

const fileOf = (domain: string) => `https://${domain}/llms.txt`;
const pathBefore = (domain: string) => `${paths.domain(domain)}?verify=`;
