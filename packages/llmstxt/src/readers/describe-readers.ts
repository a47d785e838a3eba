import type { LossKind } from './losses.ts';
import type { ReaderView, ReaderViews } from './simulate-readers.ts';

const NAMES = { python: 'The Python parser', javascript: 'The JavaScript parser' } as const;

const LOST: Readonly<Record<LossKind, readonly [one: string, many: string]>> = {
  title: ['the title', 'titles'],
  summary: ['the summary, which becomes plain text', 'summaries'],
  section: ['a section whose name is used again', 'sections whose names are used again'],
  line: ['a line that it cannot parse as a link', 'lines that it cannot parse as links'],
  rest: ['the text after a link', 'texts after links'],
};

/** Describes the result of each reference parser in one sentence. */
export function describeReaders({ python, javascript }: ReaderViews): [python: string, javascript: string] {
  return [describeReader(python), describeReader(javascript)];
}

function describeReader(view: ReaderView): string {
  const { reader, reads, sections, losses } = view;
  if (!reads) return `${NAMES[reader]} rejects the whole file: it finds ${describeFailure(view)}.`;
  if (sections.length === 0) return `${NAMES[reader]} reads no links, because it finds no "## " section.`;
  const links = sections.reduce((sum, section) => sum + section.links.length, 0);
  const read = `${NAMES[reader]} reads ${count(links, 'link')} in ${count(sections.length, 'section')}`;
  const kinds = [...new Set(losses.map(({ kind }) => kind))];
  const lost = kinds.map((kind) => describeLoss(view, kind));
  return lost.length === 0 ? `${read} and loses nothing.` : `${read} and loses ${lost.join('; ')}.`;
}

function describeFailure(view: ReaderView): string {
  return view.lossCounts.title > 0 ? 'no title followed by a blank line and text' : describeLoss(view, 'line');
}

/** Describes the number of losses of a kind and the first place. */
function describeLoss({ losses, lossCounts }: ReaderView, kind: LossKind): string {
  const [one, many] = LOST[kind];
  const line = losses.find((loss) => loss.kind === kind)?.line ?? 1;
  return lossCounts[kind] === 1 ? `${one} (line ${line})` : `${lossCounts[kind]} ${many} (first on line ${line})`;
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
