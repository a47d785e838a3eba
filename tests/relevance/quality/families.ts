import { getDomain } from 'tldts';

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Lines of so many characters are no coincidence: a program wrote them, or one hand both files. */
const MIN_LINE = 50;

/**
 * A number for each file: the same for files of one site, and for files that share a line of prose that a generator
 * wrote. What one of them teaches must not be tested on another.
 */
export function familiesOf(files: readonly NamedText[]): readonly number[] {
  const parent = files.map((_, index) => index);
  const rootOf = (index: number): number => {
    let at = index;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) at = up;
    return at;
  };
  const seen = new Map<string, number>();
  for (const [index, file] of files.entries()) {
    for (const sign of signsOf(file)) {
      const other = seen.get(sign);
      if (other === undefined) seen.set(sign, index);
      else parent[rootOf(index)] = rootOf(other);
    }
  }
  return files.map((_, index) => rootOf(index));
}

function signsOf({ name, text }: NamedText): readonly string[] {
  const host = name.replace(/^(?:site|cc)__|\.txt$/g, '');
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replaceAll(host, '').trim());
  const prose = lines.filter((line) => line.length >= MIN_LINE && !/\]\(|:\/\//.test(line));
  return [`site ${getDomain(host) ?? host}`, ...new Set(prose)];
}
