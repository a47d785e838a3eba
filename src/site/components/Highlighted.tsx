import type { Highlight } from '../views/search/highlight.ts';

/** A text, with what a search has matched marked. */
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
