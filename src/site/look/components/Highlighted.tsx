import type { Highlight } from '../../content/views/search/highlight.ts';

/** Shows a text with its search matches marked. */
export function Highlighted({
  text,
  highlight,
}: {
  readonly text: string;
  readonly highlight?: Highlight | undefined;
}) {
  if (!highlight) return text;
  return highlight(text).map((part) => (part.isMatch ? <mark>{part.text}</mark> : part.text));
}
