import { paths } from '../../../directory/urls.ts';

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

/** Paragraph, list, table, heading or code. A list of texts has a line for each text. */
export type Block = string | readonly string[] | null | undefined;

/** Joins blocks with blank lines. Skips blocks without text. */
export function joinBlocks(...blocks: readonly Block[]): string {
  return blocks
    .map((block) => (typeof block === 'string' ? block : (block ?? []).join('\n')))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Renders a page. `title` and `lede` are Markdown. */
export function renderPage(title: string, lede: string | null, ...blocks: readonly Block[]): string {
  return `${joinBlocks(`# ${title}`, lede && `> ${lede}`, ...blocks)}\n`;
}

/** Links to the Markdown version of our page. Returns the words if there is no page. */
export function linkPage(words: string, path: string | null, baseUrl: string): string {
  return path === null ? words : `[${words}](${baseUrl}${paths.markdown(path)})`;
}

/** Renders a code block that its content cannot close. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Lists links to our pages. */
export function listLinks(
  links: readonly { readonly label: string; readonly path: string }[],
  baseUrl: string,
): string[] {
  return links.map(({ label, path }) => `- [${label}](${baseUrl}${path})`);
}
