import { type Link, parse } from '#llmstxt';

/** Returns the words and the links of a text that its fixed text lacks. */
export function lostContent(text: string, fixed: string, url: string): string[] {
  return [...lostWords(text, fixed), ...lostLinks(parse(text, { url }).links, parse(fixed, { url }).links)];
}

export function lostWords(text: string, fixed: string): string[] {
  const after = fixed.toLowerCase();
  const words = splitWords(fixed);
  return [...splitWords(text)].filter((word) => !words.has(word) && !after.includes(word));
}

export function lostLinks(before: readonly Link[], after: readonly Link[]): string[] {
  const toAddress = ({ url, href }: Link) => loose(url ?? href);
  const left = new Set(after.map(toAddress));
  return before.map(toAddress).filter((address) => !left.has(address));
}

/**
 * Returns the words of a text by letters. Ignores text that a fix may remove: the label of a whole-file fence, the label "URL",
 * the tags around a file, and the citations of chats.
 */
function splitWords(text: string): Set<string> {
  return new Set(
    (
      text
        .toLowerCase()
        .replace(/<\/?[a-z][^<>\n]*>|:contentreference\[oaicite:\d+\]\{index=\d+\}/g, ' ')
        .match(/[a-z]{3,}/g) ?? []
    ).filter((word) => word !== 'markdown' && word !== 'url'),
  );
}

/** Normalizes parentheses, which may be written as %28. */
function loose(url: string): string {
  return decodeURI(url.replace(/%(?![0-9A-Fa-f]{2})/g, '%25').replace(/%[89A-Fa-f][0-9A-Fa-f]/g, ''))
    .replaceAll('%28', '(')
    .replaceAll('%29', ')')
    .replace(/[\u200B\s]/g, '');
}
