/** List item with a page: `bullet` + `[name](url)` + `separator` + `notes`. */
export interface Item {
  readonly bullet: string;
  readonly name: string;
  readonly url: string;
  readonly separator: string;
  readonly notes: string;
}

const ITEM =
  /^(\s*[-*+]\s+(?:\*\*)?)\[((?:[^[\]]|\[[^[\]]*\])+)\]\((\S+?)\)((?:\*\*)?(?:\s*(?:[:–—|-]+|：)\s*)?)(.*?)\s*$/u;

export function readItem(line: string): Item | null {
  const [whole, bullet = '', name = '', url = '', separator = '', notes = ''] = ITEM.exec(line) ?? [];
  return whole === undefined ? null : { bullet, name, url, separator, notes };
}

function writeItem({ bullet, name, url, separator, notes }: Item): string {
  const open = bullet.endsWith('**') && !separator.includes('**') ? '**' : '';
  return `${bullet}[${name}](${url})${open}${notes === '' ? '' : `${separator.trim() === '' ? ': ' : separator}${notes}`}`.trimEnd();
}

/** Lines of a file, with its first line with a page, and its items. */
export interface Outline {
  readonly lines: readonly string[];
  /** Index of the first heading below the title, or of the first item if that comes before. */
  readonly listStart: number;
  readonly items: readonly Item[];
}

export function readOutline(text: string): Outline {
  const lines = text.split(/\r\n|\n|\r/);
  const start = lines.findIndex((line, at) => /^#{2,6}\s/.test(line) || (at > 0 && readItem(line) !== null));
  return {
    lines,
    listStart: start < 0 ? lines.length : start,
    items: lines.flatMap((line) => readItem(line) ?? []),
  };
}

/** Returns the file with changed items. `at` is the index of an item. */
export function mapItems({ lines }: Outline, change: (item: Item, at: number) => Item | string): string {
  let at = 0;
  return lines
    .map((line) => {
      const item = readItem(line);
      if (item === null) return line;
      const changed = change(item, at++);
      return typeof changed === 'string' ? changed : writeItem(changed);
    })
    .join('\n');
}

/** Returns the file with another introduction. */
export function withIntroduction({ lines, listStart }: Outline, introduction: string): string {
  const title = lines.slice(0, listStart).filter((line) => /^\uFEFF?#\s/.test(line));
  return [...title, '', introduction, '', ...lines.slice(listStart)].join('\n');
}

export function toIntroduction({ lines, listStart }: Outline): string {
  return lines
    .slice(0, listStart)
    .filter((line) => !/^\uFEFF?#/.test(line))
    .join('\n')
    .trim();
}
