/** Escapes a text as one line of Markdown without markup. */
export function escapeMarkdown(text: string): string {
  return (
    oneLine(text)
      .replace(/[\\`*_{}[\]<>#|~@]/g, '\\$&')
      // Readers make links of bare addresses too.
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/(www)\./gi, '$1\\.')
      .replace(/^[-+=]/, '\\$&')
      // The number of a list is followed by a blank: `1.5 kB` is none.
      .replace(/^(\d+)(?=[.)](?: |$))/, '$1\\')
  );
}

/** Returns an http(s) URL for `[…](…)`, with escaped delimiters. Returns null for other URLs. */
export function markdownUrl(url: string): string | null {
  if (!/^https?:\/\//i.test(url)) return null;
  return url.replace(/[\s<>()\\"'`\p{Cc}]/gu, (character) =>
    character === '(' ? '%28' : character === ')' ? '%29' : encodeURIComponent(character),
  );
}

const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Replaces line ends, controls and direction marks by blanks. */
function oneLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Joins paragraphs, lists and headings. Skips null and undefined. */
export function joinBlocks(...blocks: readonly (string | null | undefined)[]): string {
  return `${blocks.filter((block) => block !== null && block !== undefined).join('\n\n')}\n`;
}

/** Renders a code block that its content cannot close. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Renders links to our pages as a list. */
export function listLinks(
  links: readonly { readonly label: string; readonly path: string; readonly note?: string }[],
  baseUrl: string,
): string {
  return links.map(({ label, path, note }) => `- [${label}](${baseUrl}${path})${note ? `: ${note}` : ''}`).join('\n');
}
