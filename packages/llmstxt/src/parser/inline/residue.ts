import { OPEN_BRACE } from '../characters.ts';
import type { InlineStructure } from './inline-types.ts';
import { firstFrom } from './plain-text.ts';

/** Attribute list of kramdown, Pandoc and other programs: `{: .class}`, `{#id}`, `{target=_blank}`. */
const ATTRIBUTES =
  /\{:?(?:[ \t]*(?:[.#][\w-]+(?=[\s.#}])|[\w-]+=(?:"[^"\n]{0,200}"|[^\s"{}]+)(?=[\s}])|toc))+[ \t]*\}/y;
/** Attribute lists that are clearly not text: with a colon, before another attribute list, or at the end of a line. */
const CLEAR = /\{(?::|[.#][^{}]*\}[ \t]*(?:[{[【:]|$))/my;
/** Citations of chats, references to footnotes, and marks for a table of contents alone on their lines. */
const CITATION =
  /(?::contentReference)?\[oaicite:\d+\](?:\{index=\d+\})?|\[(?:cite(?:_start|:[\d, ]+)|\^(?:\d{1,3}|fn\w{0,20}))\](?![([:])|【\d[\d:]*†[^【】\n]{0,60}】|(?<=\[)oai_citation:\d+‡|(?<=^[ \t]*)\[(?:TOC|toc|\[_?(?:TOC|toc)_?\])\](?=[ \t]*$)/my;

/**
 * Returns the end of markup at `at` that is not Markdown and stands for no text, or -1. `afterLink` is true right after
 * a link or markup of this kind.
 */
export function residueEnd(text: string, at: number, to: number, afterLink: boolean): number {
  const isList = text.charCodeAt(at) === OPEN_BRACE;
  if (isList && !afterLink && !matches(CLEAR, text, at)) return -1;
  const pattern = isList ? ATTRIBUTES : CITATION;
  return matches(pattern, text, at) && pattern.lastIndex <= to ? pattern.lastIndex : -1;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Reports whether a structure is markup without text. */
export function isResidue({ textStart, end }: InlineStructure): boolean {
  return textStart === end;
}

/** Skips markup without text at `at`, perhaps after white space. Returns the offset after the markup, or `at`. */
export function skipResidue(text: string, at: number, structures: readonly InlineStructure[]): number {
  let end = at;
  for (let index = firstFrom(structures, at); index < structures.length; index++) {
    const structure = structures[index];
    if (structure === undefined || !isResidue(structure) || text.slice(end, structure.start).trim() !== '') break;
    end = structure.end;
  }
  return end;
}
