import type { Highlight } from '../../content/views/search/highlight.ts';

interface Props {
  readonly text: string;
  readonly highlight: Highlight | undefined;
  /** Class names in the style sheet. */
  readonly look?: string;
}

/** Shows text of a site with its search matches marked. */
export function Highlighted({ text, highlight, look }: Props) {
  const parts = highlight?.(text) ?? [{ text, isMatch: false }];
  return <bdi class={look}>{parts.map((part) => (part.isMatch ? <mark>{part.text}</mark> : part.text))}</bdi>;
}
