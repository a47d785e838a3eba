import type { MarkupNode } from '../markup.ts';
import { element } from './element.ts';

/** The elements of markup. Text is text here as in HTML. */
export function draw(node: MarkupNode): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  return element(node.name, node.attributes, ...node.children.map(draw));
}
