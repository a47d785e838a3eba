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
  return new TomlReader(text).read();
}

class TomlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): TomlTable {
    const root = newTable();
    let table = root;
    for (this.#take(GAP); !this.#isAtEnd(); this.#take(GAP)) {
      if (this.#takeSign('[')) {
        const isList = this.#takeSign('[');
        const key = this.#takeKey();
        // Manifests list no dependencies in an array of tables.
        table = key === null || isList ? newTable() : tableAt(root, key);
      } else this.#takePair(table);
      this.#take(REST_OF_LINE);
    }
    return root;
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0];
    if (token === undefined) return null;
    this.#at += token.length;
    return token;
  }

  #takeSign(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #takeString(): string | null {
    const written = this.#take(STRING);
    return written === null ? null : unquote(written);
  }

  #takeKey(): string[] | null {
    const parts: string[] = [];
    do {
      this.#take(SPACE);
      const part = this.#takeString() ?? this.#take(BARE_KEY);
      if (part === null) return null;
      parts.push(part);
      this.#take(SPACE);
    } while (this.#takeSign('.'));
    return parts;
  }

  #takePair(target: TomlTable): boolean {
    const key = this.#takeKey();
    if (key === null || !this.#takeSign('=')) return false;
    this.#take(SPACE);
    const value = this.#takeValue();
    const name = key.pop();
    if (value === null || name === undefined) return false;
    tableAt(target, key)[name] = value;
    return true;
  }

  #takeItems(end: string, takeItem: () => boolean): void {
    for (this.#take(GAP); !this.#isAtEnd() && !this.#takeSign(end); this.#take(GAP)) {
      if (!takeItem()) break;
      this.#take(GAP);
      this.#takeSign(',');
    }
  }

  #takeValue(): TomlTable | string | true | null {
    if (this.#takeSign('{')) {
      const inline = newTable();
      this.#takeItems('}', () => this.#takePair(inline));
      return inline;
    }
    if (this.#takeSign('[')) {
      this.#takeItems(']', () => this.#takeValue() !== null);
      return true;
    }
    return this.#takeString() ?? (this.#take(SCALAR) === null ? null : true);
  }
}

/** Creates a table without a prototype, because a key may be `__proto__`. */
function newTable(): TomlTable {
  return Object.create(null);
}

function tableAt(root: TomlTable, key: readonly string[]): TomlTable {
  let table = root;
  for (const part of key) {
    const existing = table[part];
    const next = typeof existing === 'object' ? existing : newTable();
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
