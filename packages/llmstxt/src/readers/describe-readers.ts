import type { LossKind } from './losses.ts';
import type { ReaderView, ReaderViews } from './simulate-readers.ts';

const READER = { python: 'The Python reader', javascript: 'The JavaScript reader' } as const;

const LOST: Readonly<Record<LossKind, readonly [one: string, many: string]>> = {
  title: ['the title', 'titles'],
  summary: ['the summary (it becomes free text)', 'summaries'],
  section: ['a section whose name comes again', 'sections whose names come again'],
  line: ['a line that is no link to it', 'lines that are no links to it'],
  rest: ['what follows a link', 'texts that follow links'],
};

/** One sentence for each reference reader: what it takes, or where it fails. */
export function describeReaders({ python, javascript }: ReaderViews): [python: string, javascript: string] {
  return [tellReader(python), tellReader(javascript)];
}

function tellReader({ reader, reads, sections, losses, lossCounts }: ReaderView): string {
  const name = READER[reader];
  if (!reads) return `${name} fails on the whole file: ${whyItFails(losses, lossCounts)}.`;
  const links = sections.reduce((sum, section) => sum + section.links.length, 0);
  const taken = `${name} takes ${links === 1 ? '1 link' : `${links} links`} in ${sections.length === 1 ? '1 section' : `${sections.length} sections`}`;
  const lost = losses.filter(({ kind }, index) => losses.findIndex((loss) => loss.kind === kind) === index);
  if (lost.length === 0) return `${taken} and loses nothing.`;
  return `${taken} and loses ${lost.map(({ kind, line }) => `${counted(kind, lossCounts[kind])}, ${from(line, lossCounts[kind])}`).join('; ')}.`;
}

function whyItFails(losses: ReaderView['losses'], lossCounts: ReaderView['lossCounts']): string {
  if (lossCounts.title > 0) return 'it finds no title followed by a blank line and text';
  const line = losses.find(({ kind }) => kind === 'line')?.line ?? 1;
  return `it finds ${counted('line', lossCounts.line)}, ${from(line, lossCounts.line)}`;
}

function counted(kind: LossKind, count: number): string {
  return count === 1 ? LOST[kind][0] : `${count} ${LOST[kind][1]}`;
}

function from(line: number, count: number): string {
  return count === 1 ? `line ${line}` : `first in line ${line}`;
}
