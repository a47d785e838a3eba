import type { InlineLink, LinkFault } from './inline-types.ts';

/** Characters searched before and after a URL for other parts of a link. */
const MAX_REST = 300;
/** Matches the text before the URL in another grammar's link. */
const BEFORE = /[[\](<={"'（|]$/;

/**
 * Link grammars other than Markdown: text before and after the URL, one with the name, and whether the intent is
 * certain.
 */
const GRAMMARS: readonly (readonly [before: RegExp, after: RegExp, fault: LinkFault])[] = [
  // Org: [[url][name]]
  [/\[\[$/, /^\]\[([^[\]\n]{1,200})\]\]/, 'foreign'],
  // BBCode: [url=…]name[/url], [url]…[/url]
  [/\[url=["']?$/i, /^["']?\]([^[\]\n]{1,200})\[\/url\]/i, 'foreign'],
  [/\[url\]$/i, /^\[\/url\]/i, 'foreign'],
  // Wikis: [[url|name]], [url|name], [[name|url]], [name|url]
  [/\[\[?$/, /^\|([^[\]|\n]{1,200})\]\]?/, 'foreign'],
  [/\[\[?([^[\]|\n]{1,200})\|$/, /^\]\]?/, 'foreign'],
  // Chat: <url|name>
  [/<$/, /^\|([^<>|\n]{1,200})>/, 'foreign'],
  // Full-width brackets: ［name］（url）
  [/[［【[](?![ xX]\])([^[\]［］【】\n]{0,199}[^[\]［］【】\n\\])[］】\]]\s?[（(]$/, /^[）)]/, 'foreign'],
  // [name](url without its end, [name]url) without its start, [name]<url>, \[name\](url)
  [/\\?\[(?![ xX]\])([^[\]\n]{1,200}?)\\?\](?:[*_\s:\\–—-]{0,4}[([{<"']{1,2})?$/, /^["']?\\?[\])}>]{0,2}/, 'unclear'],
  // (name)[url]
  [/\(([^()\n]{1,200})\)\s?\[$/, /^\]?/, 'unclear'],
];

/** Replaces URLs that belong to another grammar's link by that link. */
export function recognizeForeign(
  text: string,
  from: number,
  to: number,
  links: readonly InlineLink[],
): readonly InlineLink[] {
  if (!links.some(isUrl)) return links;
  let start = from;
  return links.map((link, index) => {
    const recognized = isUrl(link) ? recognize(text, link, start, links[index + 1]?.start ?? to) : link;
    start = recognized.end;
    return recognized;
  });
}

/** Reports whether a link is only a URL. */
export function isUrl({ form }: InlineLink): boolean {
  return form === 'bare' || form === 'autolink';
}

function recognize(text: string, link: InlineLink, from: number, to: number): InlineLink {
  const before = text.slice(Math.max(from, link.start - MAX_REST), link.start);
  const after = text.slice(link.end, Math.min(to, link.end + MAX_REST));
  if (!BEFORE.test(before)) return link;
  for (const [lead, tail, fault] of GRAMMARS) {
    const [written, label] = lead.exec(before) ?? [];
    const [rest, name] = (written === undefined ? null : tail.exec(after)) ?? [];
    if (written === undefined || rest === undefined) continue;
    const start = link.start - written.length;
    const end = link.end + rest.length;
    const shape = { ...link, form: 'broken', fault, start, end } as const;
    if (label !== undefined) return withName(shape, start + written.indexOf(label), label);
    return name === undefined ? shape : withName(shape, link.end + rest.indexOf(name), name);
  }
  return link;
}

function withName(link: InlineLink, textStart: number, name: string): InlineLink {
  return { ...link, textStart, textEnd: textStart + name.length };
}
