/** Table of TOML. Arrays, numbers, dates and booleans are `true`. */
export interface TomlTable {
  [key: string]: TomlTable | string | true;
}

const STRING = /"""(?:\\[\s\S]|[^\\])*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'/y;
const BARE_KEY = /[\w-]+/y;
const SCALAR = /[^,\]}#\s]+(?: \d[\d:.]*)?/y;
const SPACE = /[ \t]*/y;
/** Space, line ends and comments. */
const GAP = /(?:\s+|#[^\n]*)*/y;
const REST_OF_LINE = /[^\n]*\n?/y;

/** Parses the tables and strings of a TOML text, as far as a manifest needs them. Ignores a malformed line after its fault. */
export function parseToml(text: string): TomlTable {
  const root = newTable();
  let table = root;
  let at = 0;

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return null;
    at += found.length;
    return found;
  };
  const takeSign = (sign: string): boolean => {
    if (!text.startsWith(sign, at)) return false;
    at += sign.length;
    return true;
  };
  const takeString = (): string | null => {
    const written = take(STRING);
    return written === null ? null : unquote(written);
  };
  const takeKey = (): string[] | null => {
    const parts: string[] = [];
    do {
      take(SPACE);
      const part = takeString() ?? take(BARE_KEY);
      if (part === null) return null;
      parts.push(part);
      take(SPACE);
    } while (takeSign('.'));
    return parts;
  };
  const takePair = (target: TomlTable): boolean => {
    const key = takeKey();
    if (key === null || !takeSign('=')) return false;
    take(SPACE);
    const value = takeValue();
    const name = key.pop();
    if (value === null || name === undefined) return false;
    tableAt(target, key)[name] = value;
    return true;
  };
  const takeItems = (end: string, takeItem: () => boolean): void => {
    for (take(GAP); at < text.length && !takeSign(end); take(GAP)) {
      if (!takeItem()) break;
      take(GAP);
      takeSign(',');
    }
  };
  const takeValue = (): TomlTable | string | true | null => {
    if (takeSign('{')) {
      const inline = newTable();
      takeItems('}', () => takePair(inline));
      return inline;
    }
    if (takeSign('[')) {
      takeItems(']', () => takeValue() !== null);
      return true;
    }
    return takeString() ?? (take(SCALAR) === null ? null : true);
  };

  for (take(GAP); at < text.length; take(GAP)) {
    if (takeSign('[')) {
      const isList = takeSign('[');
      const key = takeKey();
      // Manifests list no dependencies in an array of tables.
      table = key === null || isList ? newTable() : tableAt(root, key);
    } else takePair(table);
    take(REST_OF_LINE);
  }
  return root;
}

/** Creates a table without a prototype, because a key may be `__proto__`. */
function newTable(): TomlTable {
  return Object.create(null);
}

function tableAt(root: TomlTable, key: readonly string[]): TomlTable {
  let table = root;
  for (const part of key) {
    const known = table[part];
    const next = typeof known === 'object' ? known : newTable();
    table[part] = next;
    table = next;
  }
  return table;
}

/** Removes the quotes of a value. Escapes stay, because names of packages need no escapes. */
function unquote(written: string): string {
  const quotes = /^(?:"""|''')/.test(written) ? 3 : 1;
  return written.slice(quotes, -quotes);
}
