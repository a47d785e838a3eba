import type { BlockHandler } from '../blocks/block-types.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import { unescapeMarkdown } from '../inline/entities.ts';
import type { Definitions } from '../inline/inline-types.ts';
import { normalizeLabel } from '../inline/link-target.ts';
import { markdownStart } from './front-matter.ts';
import type { Marks } from './marks.ts';

/** Most definitions kept. Further definitions are reported but not used. Real files have about a hundred. */
const MAX_DEFINITIONS = 20_000;

const ignore = (): void => {};

/** Collects the link reference definitions of a text. If a label repeats, the first counts. */
export function collectDefinitions(text: string, marks: Marks): Definitions {
  const definitions = new Map<string, string>();
  const handler: BlockHandler = {
    heading: ignore,
    paragraph: ignore,
    fence: ignore,
    indentedCode: ignore,
    html: ignore,
    thematicBreak: ignore,
    oddMark: ignore,
    pageMatter: ignore,
    quoteEnd: ignore,
    itemStart: ignore,
    itemEnd: ignore,
    definition(from, { labelStart, labelEnd, hrefStart, hrefEnd }) {
      if (definitions.size >= MAX_DEFINITIONS) {
        marks.count('left-out');
        return;
      }
      const label = normalizeLabel(from.slice(labelStart, labelEnd));
      if (!definitions.has(label)) definitions.set(label, unescapeMarkdown(from.slice(hrefStart, hrefEnd)));
    },
  };
  const { at, line } = markdownStart(text);
  readBlocks(text, at, line, handler);
  return definitions;
}
