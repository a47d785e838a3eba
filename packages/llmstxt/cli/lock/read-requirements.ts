import type { Manifest } from './manifest.ts';

const REQUIREMENT = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?:[=<>!~;#,(]|$)/;
const ARCHIVE = /\.(?:whl|zip|egg|tar|tgz|tar\.\w+)$/i;
/** Options of pip with a place that packages come from. They apply to all lines, and to the files that include this one. */
const SOURCE = /^(?:(?:-i|--index-url|--pypi-url|--extra-index-url|-f|--find-links)(?:\s*=?\s*)(.*)|--no-index\b.*)$/;
const PUBLIC = /^["']?https?:\/\/(?:pypi\.org|pypi\.python\.org)(?:\/|["']?$)/;
const INCLUDED = /^(?:-r|--requirement|-c|--constraint)\s*=?\s*(.+)$/;

/**
 * Returns the package URLs of the requirements of a file, without URLs and paths. Returns none if the file or an included file
 * names a place other than PyPI, because any package may come from there.
 */
export async function readRequirements(manifest: Manifest): Promise<string[]> {
  if (await hasOtherSource(manifest, new Set())) return [];
  return linesOf(manifest).flatMap((line) => {
    const [, name] = REQUIREMENT.exec(line) ?? [];
    return name === undefined || ARCHIVE.test(name) ? [] : [`pkg:pypi/${name.toLowerCase().replace(/[-_.]+/g, '-')}`];
  });
}

async function hasOtherSource(manifest: Manifest, seen: Set<string>): Promise<boolean> {
  if (seen.has(manifest.name)) return false;
  seen.add(manifest.name);
  for (const line of linesOf(manifest)) {
    const source = SOURCE.exec(line);
    if (source !== null && !PUBLIC.test(source[1] ?? '')) return true;
    const [, path] = INCLUDED.exec(line) ?? [];
    const included = path === undefined || path.includes('://') ? null : await manifest.next(path);
    if (included !== null && (await hasOtherSource(included, seen))) return true;
  }
  return false;
}

/** Returns lines without comments. A backslash joins a line with the next line. */
function linesOf({ text }: Manifest): string[] {
  return text
    .replace(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim());
}
