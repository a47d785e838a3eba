/** Icon of a site in lists, which is a letter on a color. */
export interface SiteIconView {
  /** First letter or digit of the name. */
  readonly letter: string;
  /** Number of the color in the style sheet, from 0. */
  readonly color: number;
}

const COLORS = 8;
/** First labels shared by many sites. */
const SHARED_LABELS = new Set(['api', 'app', 'blog', 'dev', 'developer', 'developers', 'doc', 'docs', 'help', 'learn']);

/** Returns the icon of a domain, equal on all pages. `name` is used for encoded domains. */
export function siteIcon(domain: string, name: string | null = null): SiteIconView {
  const labels = domain.split('.');
  const first = labels.length > 2 && SHARED_LABELS.has(labels[0] ?? '') ? labels[1] : labels[0];
  const word = first?.startsWith('xn--') ? (name ?? '') : (first ?? '');
  const letter = /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '#';
  return { letter: letter.toLocaleUpperCase('en'), color: hashOf(domain) % COLORS };
}

/** FNV-1a: https://www.rfc-editor.org/rfc/rfc9923 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
