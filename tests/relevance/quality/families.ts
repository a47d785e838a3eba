import { getDomain } from 'tldts';

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Length from which equal lines come from one program or author. */
const MIN_LINE = 50;

/**
 * Returns the family number of each file. A family has files of one site, or with a shared long line of prose. Training and test
 * sets must not share a family.
 */
export function listFamilies(files: readonly NamedText[]): readonly number[] {
  const parent = files.map((_, index) => index);
  const toRoot = (index: number): number => {
    let at = index;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) at = up;
    return at;
  };
  const seen = new Map<string, number>();
  for (const [index, file] of files.entries()) {
    for (const sign of listSigns(file)) {
      const other = seen.get(sign);
      if (other === undefined) seen.set(sign, index);
      else parent[toRoot(index)] = toRoot(other);
    }
  }
  return files.map((_, index) => toRoot(index));
}

function listSigns({ name, text }: NamedText): readonly string[] {
  const host = name.replace(/^(?:site|cc)__|\.txt$/g, '');
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replaceAll(host, '').trim());
  const prose = lines.filter((line) => line.length >= MIN_LINE && !/\]\(|:\/\//.test(line));
  return [`site ${getDomain(host) ?? host}`, ...new Set(prose)];
}
