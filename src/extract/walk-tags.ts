import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';

/** Attributes of a start tag by lowercase name. Of attributes with equal names, the first counts, as in a browser. */
export type Attributes = ReadonlyMap<string, string>;

/** Receives tags and texts in document order, except for content of templates. */
export interface TagVisitor {
  /** `inHead` is true if a browser would put the element into `<head>`. */
  start(name: string, attributes: Attributes, inHead: boolean): void;
  end(name: string): void;
  /** Receives text outside of script, style and other text-only elements. The content of `title` counts as text. */
  text(text: string): void;
}

/**
 * Longest page. Deep nesting makes a tree builder quadratic, so this module uses only parse5's linear tokenizer, and finds the
 * end of `<head>` from the tags. https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode
 */
const MAX_HTML_CHARS = 1_048_576;

export function walkTags(html: string, visitor: TagVisitor): void {
  const walk = new Walk(visitor);
  walk.tokenizer.write(html.slice(0, MAX_HTML_CHARS), true);
}

const IN_HEAD = new Set([
  'base',
  'basefont',
  'bgsound',
  'link',
  'meta',
  'noframes',
  'script',
  'style',
  'template',
  'title',
]);
const ENDS_HEAD = new Set(['body', 'html', 'br']);

/** Tokenizer modes after start tags. Browsers with scripting treat `noscript` as text. */
const MODE_AFTER = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

/** HTML tags that end SVG or MathML, from the standard. */
const BREAKS_OUT = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

class Walk implements TokenHandler {
  readonly tokenizer: Tokenizer;
  readonly #visitor: TagVisitor;
  #place: 'before-head' | 'in-head' | 'after-head' | 'body' = 'before-head';
  #templates = 0;
  /** Nesting depth of svg and math in the body, where `<title/>` and `<style>` are ordinary tags. */
  #foreign = 0;
  /** Open text-only element, or null. */
  #raw: string | null = null;

  constructor(visitor: TagVisitor) {
    this.#visitor = visitor;
    this.tokenizer = new Tokenizer({}, this);
  }

  onStartTag(token: Token.TagToken): void {
    const name = token.tagName;
    const inHead = this.#enter(name);
    const foreign = this.#foreignAfter(token);
    if (!foreign) {
      const mode = MODE_AFTER.get(name);
      if (mode !== undefined) {
        this.tokenizer.state = mode;
        this.#raw = name;
      }
    }
    if (name === 'template' && !foreign) this.#templates += 1;
    if (this.#templates > 0) return;
    if (foreign && name === 'title') return;
    const attributes = new Map<string, string>();
    for (const { name: key, value } of token.attrs) attributes.set(key, value);
    this.#visitor.start(name, attributes, inHead && !foreign);
    if (token.selfClosing && foreign) this.#visitor.end(name);
  }

  onEndTag(token: Token.TagToken): void {
    const name = token.tagName;
    this.#raw = null;
    if (name === 'template') {
      this.#templates = Math.max(0, this.#templates - 1);
      return;
    }
    if (this.#templates > 0) return;
    if (name === 'svg' || name === 'math') this.#foreign = Math.max(0, this.#foreign - 1);
    if (this.#place !== 'body') {
      if (name === 'head') this.#place = 'after-head';
      else if (ENDS_HEAD.has(name)) this.#place = 'body';
    }
    this.#visitor.end(name);
  }

  onCharacter(token: Token.CharacterToken): void {
    if (this.#templates > 0) return;
    if (this.#raw !== null) {
      if (this.#raw === 'title') this.#visitor.text(token.chars);
      return;
    }
    this.#place = 'body';
    this.#visitor.text(token.chars);
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    if (this.#templates === 0 && (this.#raw === null || this.#raw === 'title')) this.#visitor.text(token.chars);
  }

  onNullCharacter(): void {
    if (this.#templates === 0 && this.#raw === null) this.#place = 'body';
  }

  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}

  /** Updates the state for a start tag. Returns true if the element belongs to the head. */
  #enter(name: string): boolean {
    if (this.#templates > 0 || this.#place === 'body' || name === 'html') return false;
    if (name === 'head') {
      if (this.#place === 'before-head') this.#place = 'in-head';
      return false;
    }
    if (IN_HEAD.has(name) || (name === 'noscript' && this.#place !== 'after-head')) {
      if (this.#place === 'before-head') this.#place = 'in-head';
      return true;
    }
    this.#place = 'body';
    return false;
  }

  /**
   * Reports whether SVG or MathML contains the tag. Elements of SVG and MathML never switch the tokenizer. Templates in
   * the head use ordinary modes, which treat more markup as text, so template markup never counts as part of the head.
   */
  #foreignAfter(token: Token.TagToken): boolean {
    if (this.#templates > 0) return false;
    if (token.tagName === 'svg' || token.tagName === 'math') {
      if (!token.selfClosing) this.#foreign += 1;
      return true;
    }
    if (this.#foreign > 0 && BREAKS_OUT.has(token.tagName)) this.#foreign = 0;
    return this.#foreign > 0;
  }
}
