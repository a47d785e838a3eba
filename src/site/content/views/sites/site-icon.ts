/** Number of colors in the style sheet. */
const COLORS = 4;
const SHARED_LABELS = new Set(['api', 'app', 'blog', 'dev', 'developer', 'developers', 'doc', 'docs', 'help', 'learn']);

/** Returns the icon of a domain, which is equal on all pages. `name` replaces an encoded domain. */
export function siteIcon(domain: string, name: string | null = null) {
  const labels = domain.split('.');
  const first = labels.length > 2 && SHARED_LABELS.has(labels[0] ?? '') ? labels[1] : labels[0];
  const word = first?.startsWith('xn--') ? (name ?? '') : (first ?? '');
  const letter = /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '#';
  return { letter: letter.toLocaleUpperCase('en'), color: computeHash(domain) % COLORS };
}

/** Computes the FNV-1a hash: https://www.rfc-editor.org/rfc/rfc9923. */
function computeHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
