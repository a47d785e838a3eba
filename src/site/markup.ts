import { escapeXml } from './format/xml.ts';

/**
 * Markup as data, for the parts of a page that the server writes and a script of the page writes anew: HTML comes of it
 * here, elements in client/draw.ts. Text is text in both.
 */
export interface Markup {
  readonly name: keyof HTMLElementTagNameMap;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupNode[];
}
export type MarkupNode = Markup | string;

/** No element made here is void: `br`, `img` and the like are not written as data. */
export function mark(
  name: Markup['name'],
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (MarkupNode | null)[]
): Markup {
  return { name, attributes, children: children.filter((child) => child !== null) };
}

export function renderMarkup(node: MarkupNode): string {
  if (typeof node === 'string') return escapeXml(node);
  const { name, attributes, children } = node;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}>${children.map(renderMarkup).join('')}</${name}>`;
}
