import { readLocation } from '../../parser/parse-url.ts';
import { meaningUnits } from '../meaning.ts';
import { withoutMetadata } from '../metadata.ts';
import type { Page } from '../pages.ts';
import { count } from '../part.ts';

/** Most pages whose words are read, from the beginning and the end of the file. */
const MAX_FIRST_PAGES = 200;
const MAX_LAST_PAGES = 50;
const MAX_READ_PAGES = MAX_FIRST_PAGES + MAX_LAST_PAGES;

/** Name, URL and notes of a page in units of meaning. */
export interface ReadPage {
  readonly page: Page;
  /** Link name, or the text before a plain URL or before a link with a name such as "here". */
  readonly label: string;
  readonly name: ReadonlySet<string>;
  /** Lowercase host. Null for a path. */
  readonly host: string | null;
  /** Units of the decoded path. */
  readonly path: ReadonlySet<string>;
  /** Text after the link, up to the next page or heading. */
  readonly after: string;
  /** Units of the text around the page's link. */
  readonly notes: ReadonlySet<string>;
  /** Units of name and path. */
  readonly subject: ReadonlySet<string>;
  /** Units of name, path and notes. */
  readonly units: ReadonlySet<string>;
  /** Units of the notes that are not in the name. */
  readonly added: readonly string[];
}

/** Most characters read of a name or path. */
const MAX_NAME = 200;
/** Characters read on either side of a URL, about sixty words. */
const MAX_AROUND = 400;
/** Longest name before a plain URL. A longer text is a sentence about the page. */
const MAX_LABEL_UNITS = 6;
const BULLET = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s+/;
const EMPHASIS = /[*_`]+/g;
/** Separator between a name and its notes. */
const LABEL_END = /[:：|–—]|\s-\s/;

/** Reads the words of pages. Reads the last pages too, because unsuitable links are often added there. */
export function readPages(text: string, pages: readonly Page[]): readonly ReadPage[] {
  return pages
    .filter((_, at) => at < MAX_FIRST_PAGES || at >= pages.length - MAX_LAST_PAGES)
    .map((page) => readPage(text, page));
}

function readPage(text: string, page: Page): ReadPage {
  const nameUnits = meaningUnits(page.name.slice(0, MAX_NAME));
  const [label, notesBefore] = findLabel(page, nameUnits, textBefore(text, page, nameUnits));
  const name = new Set(label === page.name ? nameUnits : meaningUnits(label.slice(0, MAX_NAME)));
  const url = readLocation(page.target);
  const pathname = decoded(url?.pathname ?? page.target);
  const path = new Set(meaningUnits(pathname.slice(0, MAX_NAME)));
  const after = text.slice(page.end, Math.min(page.to, page.end + MAX_AROUND));
  const notes = new Set(meaningUnits(withoutMetadata(`${notesBefore} ${withoutName(after, label)}`)));
  const subject = union(name, path);
  return {
    page,
    label: label.trim(),
    name,
    host: url?.hostname ?? null,
    path,
    after,
    notes,
    subject,
    units: union(subject, notes),
    added: [...notes].filter((unit) => !name.has(unit)),
  };
}

function union(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set(some);
  for (const other of others) all.add(other);
  return all;
}

/**
 * Returns the text about a page before its link. In an item, this text is about the page only if the name has no content, such as
 * "here".
 */
function textBefore(text: string, { kind, from, start }: Page, nameUnits: readonly string[]): string {
  return kind === 'item' && nameUnits.length > 0 ? '' : text.slice(Math.max(from, start - MAX_AROUND), start);
}

/** Matches the marks between a link and its notes. */
const LEAD = /^[^\p{L}\p{N}]*/u;

/** Removes a repeated name with a separator from the start of notes. */
function withoutName(after: string, label: string): string {
  const notes = after.replace(LEAD, '');
  const rest = notes.slice(label.length);
  return notes.startsWith(label) && LABEL_END.exec(rest)?.index === 0 ? rest : after;
}

/** Formats `1 page`, `12 pages` or `the 250 pages read`. */
export function countRead(pages: number): string {
  return pages === MAX_READ_PAGES ? `the ${pages} pages read` : count(pages, 'page');
}

/** Returns the name of a page, and the text before the page without the name. */
function findLabel(
  { name, target }: Page,
  nameUnits: readonly string[],
  before: string,
): readonly [label: string, notesBefore: string] {
  const isNamed = name !== '' && name !== target;
  if (isNamed && nameUnits.length > 0) return [name, before];
  const [label, notes] = splitLabel(before);
  if (!isNamed || meaningUnits(label).length > 0) return [label, notes];
  return [meaningUnits(before).length === 0 ? name : '', before];
}

/** Splits the text before a URL into its name with the separator, and the text before the name. */
function splitLabel(before: string): readonly [name: string, notes: string] {
  const line = before
    .slice(before.lastIndexOf('\n') + 1)
    .replace(BULLET, '')
    .replace(EMPHASIS, '');
  const end = LABEL_END.exec(line)?.index ?? line.length;
  const name = line.slice(0, end);
  return meaningUnits(name).length <= MAX_LABEL_UNITS ? [name, line.slice(end)] : ['', before];
}

function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
