import type { Change, Link, LlmsDocument, Section } from '#llmstxt';

/** Real file with its edited version and the expected changes. */
export interface Edit {
  readonly kind: string;
  readonly before: string;
  readonly after: string;
  readonly expected: readonly Change[];
}

const KINDS = [
  'rename section',
  'rename link',
  'move link',
  'move and rename link',
  'reword notes',
  'remove link',
  'add link',
  'rename section and remove a link of it',
  'move link out of a renamed section',
  'exchange two sections',
] as const;

/** Edits a file in the given way. Returns null if the file has no place for the edit. */
export function editFile(text: string, document: LlmsDocument, turn: number, random: () => number): Edit | null {
  const kind = KINDS[turn % KINDS.length] ?? 'rename link';
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const lines = text.split('\n');
  const sections = document.sections.filter((section) => isPlain(section, document, lines));
  const [section, other] = [pick(sections), pick(sections)];
  const link = section && pick(section.links);
  if (!section || !other || !link || section === other) return null;
  const { title, notes } = link;
  const url = link.url ?? link.href;
  const row = link.span.line - 1;
  const heading = section.span.line - 1;
  const name = `Renamed ${section.title}`;
  const linkName = `Renamed ${title}`;
  const line = lines[row] ?? '';
  const edited = (change: (copy: string[]) => void) => {
    const copy = [...lines];
    change(copy);
    return copy.join('\n');
  };
  const renameSection = (copy: string[]) => {
    copy[heading] = (copy[heading] ?? '').replace(section.title, name);
  };
  const renamedLine = line.replace(`[${title}]`, `[${linkName}]`);
  const rewordedLine = notes === null ? line : line.replace(notes, 'Reworded.');
  // Insert a link after another link of the section, because the heading precedes its links.
  const place = (other.links.at(-1)?.span.line ?? 0) - 1;
  const move = (copy: string[], moved: string) => {
    copy.splice(place + 1, 0, moved);
    copy.splice(place < row ? row + 1 : row, 1);
  };
  const removed = (where: string): Change => ({ kind: 'link-removed', url, title, notes, section: where });
  const moved = (as: string, from: string): Change => ({
    kind: 'link-moved',
    url,
    title: as,
    before: from,
    after: other.title,
  });
  const sectionRenamed: Change = { kind: 'section-renamed', before: section.title, after: name };
  const linkRenamed: Change = { kind: 'link-renamed', section: section.title, url, before: title, after: linkName };
  const cases: Record<(typeof KINDS)[number], () => [string, Change[]] | null> = {
    'rename section': () => [edited(renameSection), [sectionRenamed]],
    'rename link': () => [edited((copy) => copy.splice(row, 1, renamedLine)), [linkRenamed]],
    'move link': () => [edited((copy) => move(copy, line)), [moved(title, section.title)]],
    'move and rename link': () => [
      edited((copy) => move(copy, renamedLine)),
      [linkRenamed, moved(linkName, section.title)],
    ],
    'reword notes': () =>
      notes === null || rewordedLine === line
        ? null
        : [
            edited((copy) => copy.splice(row, 1, rewordedLine)),
            [{ kind: 'link-notes', section: section.title, url, title, before: notes, after: 'Reworded.' }],
          ],
    'remove link': () => [edited((copy) => copy.splice(row, 1)), [removed(section.title)]],
    'add link': () => [
      edited((copy) => copy.splice(row + 1, 0, '- [Added](https://added.example/): new')),
      [{ kind: 'link-added', url: 'https://added.example/', title: 'Added', notes: 'new', section: section.title }],
    ],
    'rename section and remove a link of it': () =>
      section.links.length < 2
        ? null
        : [
            edited((copy) => {
              renameSection(copy);
              copy.splice(row, 1);
            }),
            [sectionRenamed, removed(name)],
          ],
    'move link out of a renamed section': () =>
      section.links.length < 2
        ? null
        : [
            edited((copy) => {
              renameSection(copy);
              move(copy, line);
            }),
            [sectionRenamed, moved(title, name)],
          ],
    'exchange two sections': () => {
      const [first, second] = section.span.start < other.span.start ? [section, other] : [other, section];
      const [a, b] = [first.span.line - 1, second.span.line - 1];
      const end = document.sections.find(({ span }) => span.line > second.span.line)?.span.line;
      const rest = end === undefined ? lines.length : end - 1;
      const exchanged = [
        ...lines.slice(0, a),
        ...lines.slice(b, rest),
        ...(rest === lines.length ? [''] : []),
        ...lines.slice(a, b),
        ...lines.slice(rest),
      ];
      return document.sections.indexOf(second) === document.sections.indexOf(first) + 1
        ? [exchanged.join('\n'), []]
        : null;
    },
  };
  const made = cases[kind]();
  return made && { kind, before: text, after: made[0], expected: made[1] };
}

/** Reports whether the section has a unique name, one link per line, and unique URLs. */
function isPlain(section: Section, document: LlmsDocument, lines: readonly string[]): boolean {
  const isOwn = ({ url, href, span, title }: Link) =>
    document.links.filter((link) => (link.url ?? link.href) === (url ?? href)).length === 1 &&
    document.links.filter((link) => link.span.line === span.line).length === 1 &&
    /^[-*] \[[^\]]+\]\(\S+\)(: .+)?$/.test(lines[span.line - 1] ?? '') &&
    (lines[span.line - 1] ?? '').includes(`[${title}](`);
  return (
    section.links.length > 0 &&
    document.sections.filter(({ title }) => title === section.title).length === 1 &&
    (lines[section.span.line - 1] ?? '').includes(section.title) &&
    section.links.every(isOwn)
  );
}
