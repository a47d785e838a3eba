import type { Manifest } from './manifest.ts';

const REQUIREMENT = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\]\s*)?(?:[=<>!~;#,(]|$)/;
const ARCHIVE = /\.(?:whl|zip|egg|tar|tgz|tar\.\w+)$/i;
/**
 * Options of pip that name a source of packages, for all lines and for the files that include this file. A line may have several, and
 * pip also accepts the start of a long name.
 */
const SOURCES = /(?:^|\s)(?:--no-index\b|(?:-[if]|--(?:index(?:-u\w*)?|(?:extra|find|pypi)[\w-]*))\s*=?\s*(\S*))/g;
/** PyPI, its mirrors, and the index of PyTorch. All of their packages are public. */
const PUBLIC =
  /^["']?https?:\/\/(?:pypi\.org|pypi\.python\.org|pypi\.tuna\.tsinghua\.edu\.cn|mirrors\.aliyun\.com\/pypi|download\.pytorch\.org)(?:\/|["']?$)/;
/** Options of pip that include a file. A line may have several, with starts of long names, and quoted paths. */
const INCLUDED = /(?:^|\s)(-r|--requirem\w*|-c|--cons\w*)\s*=?\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g;

interface Line {
  readonly text: string;
  /** False in a file of constraints, because its packages are not installed. */
  readonly installs: boolean;
}

/**
 * Returns the package URLs of the requirements of a file and of the files that it includes, without URLs and paths. Returns none if a
 * file names a place that may have private packages, because any package may come from there.
 */
export async function readRequirements(manifest: Manifest): Promise<string[]> {
  const lines = await readLines(manifest, true, new Set());
  if (lines.some(({ text }) => namesOtherSource(text))) return [];
  return lines.flatMap(({ text, installs }) => {
    const [, name] = REQUIREMENT.exec(text) ?? [];
    if (!installs || name === undefined || ARCHIVE.test(name)) return [];
    return [`pkg:pypi/${name.toLowerCase().replace(/[-_.]+/g, '-')}`];
  });
}

function namesOtherSource(line: string): boolean {
  return line.startsWith('-') && [...line.matchAll(SOURCES)].some(([, source = '']) => !PUBLIC.test(source));
}

/** Returns the lines of a file and of the files that it includes. Reads each file once. */
async function readLines(manifest: Manifest, installs: boolean, seen: Set<string>): Promise<Line[]> {
  const key = `${installs} ${manifest.name}`;
  if (seen.has(key)) return [];
  seen.add(key);
  const lines: Line[] = [];
  for (const text of splitLines(manifest)) {
    lines.push({ text, installs });
    for (const { path, isConstraint } of parseIncludes(text)) {
      const included = path.includes('://') ? null : await manifest.next(path);
      if (included === null) continue;
      for (const line of await readLines(included, installs && !isConstraint, seen)) lines.push(line);
    }
  }
  return lines;
}

function parseIncludes(line: string) {
  const includes = line.startsWith('-') ? [...line.matchAll(INCLUDED)] : [];
  return includes.map(([, option = '', double, single, bare = '']) => {
    return { path: double ?? single ?? bare, isConstraint: /^--?c/.test(option) };
  });
}

/** Returns lines without comments. A backslash joins a line with the next line, unless the whole line is a comment. */
function splitLines({ text }: Manifest): string[] {
  return text
    .replace(/^[ \t]*#.*/gm, '')
    .replace(/\\(?:\r\n?|\n)/g, ' ')
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/s, '').trim());
}
