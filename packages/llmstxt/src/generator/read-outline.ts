interface Heading {
  readonly level: number;
  readonly text: string;
}

interface OutlineLink {
  readonly url: string;
  readonly notes: string;
  /** True if only a colon follows the link. */
  readonly hasEmptyNotes: boolean;
  /** Name of the section of level 2. Empty before the first section. */
  readonly section: string;
}

/** Parts of a file's form in which programs leave marks. */
export type Outline = Readonly<ReturnType<typeof readOutline>>;

/** Number of lines at each end in which programs name themselves. */
const END_LINES = 40;
/** Most characters read of a line, because matching a link takes quadratic time. */
const MAX_LINE = 2_000;
const LINK = /^\s*(?:[-*]|\d+\.)\s+.*?\[.*?\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)(.*)$/;

/** Reads the form of a file from its lines. Repairs nothing, because a program writes the same form every time. */
export function readOutline(text: string) {
  const lines = text
    .replace(/^\uFEFF+/gm, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.slice(0, MAX_LINE).trimEnd())
    .filter((line) => line !== '');
  const headings: Heading[] = [];
  const links: OutlineLink[] = [];
  let section = '';
  let proseLines = 0;
  let hasSummary = false;
  for (const line of lines) {
    const [, marks = '', heading = ''] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
    const [item, url = '', rest = ''] = LINK.exec(line) ?? [];
    if (marks !== '') {
      headings.push({ level: marks.length, text: heading });
      if (marks.length === 2) section = heading;
    } else if (item !== undefined) {
      const notes = rest.replace(/^\s*:?\s*/, '');
      links.push({ url, notes, hasEmptyNotes: /^\s*:\s*$/.test(rest), section });
    } else if (line.startsWith('>')) hasSummary = true;
    else if (!/^(?:-{3,}|\*{3,})$/.test(line)) proseLines += 1;
  }
  return {
    firstLine: lines[0] ?? '',
    title: headings.find(({ level }) => level === 1)?.text ?? '',
    hasSummary,
    headings,
    sections: headings.filter(({ level }) => level === 2),
    links,
    proseLines,
    ends: lines.length <= 2 * END_LINES ? lines : [...lines.slice(0, END_LINES), ...lines.slice(-END_LINES)],
  };
}
