import { parse } from '#llmstxt';

/** Returns the words and the links of a text that its fixed text lacks. */
export function lostContent(text: string, fixed: string, url: string): string[] {
  const after = fixed.toLowerCase();
  const words = wordsOf(fixed);
  const links = new Set(linksOf(fixed, url));
  return [
    ...[...wordsOf(text)].filter((word) => !words.has(word) && !after.includes(word)),
    ...linksOf(text, url).filter((link) => !links.has(link)),
  ];
}

function linksOf(text: string, url: string): string[] {
  return parse(text, { url }).links.map((link) => loose(link.url ?? link.href));
}

/**
 * Returns the words of a text by letters. Ignores text that a fix may remove: the label of a whole-file fence, the tags around a
 * file, and the citations of chats.
 */
function wordsOf(text: string): Set<string> {
  return new Set(
    (
      text
        .toLowerCase()
        .replace(/<\/?[a-z][^<>\n]*>|:contentreference\[oaicite:\d+\]\{index=\d+\}/g, ' ')
        .match(/[a-z]{3,}/g) ?? []
    ).filter((word) => word !== 'markdown'),
  );
}

/** Normalizes parentheses, which may be written as %28. */
function loose(url: string): string {
  return decodeURI(url.replace(/%(?![0-9A-Fa-f]{2})/g, '%25').replace(/%[89A-Fa-f][0-9A-Fa-f]/g, ''))
    .replaceAll('%28', '(')
    .replaceAll('%29', ')')
    .replace(/[\u200B\s]/g, '');
}
