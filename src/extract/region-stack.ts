import type { PageRegion } from '#llmstxt';
import type { Attributes } from './walk-tags.ts';

type Region = PageRegion | 'article';

/** Elements with a required end tag. Other elements would fill the stack without closing. */
const TRACKED = new Set(['div', 'section', 'nav', 'header', 'main', 'footer', 'article', 'aside', 'ul', 'form']);
const BY_TAG = new Map<string, Region>([
  ['nav', 'nav'],
  ['header', 'header'],
  ['main', 'main'],
  ['footer', 'footer'],
  ['article', 'article'],
]);
const BY_ROLE = new Map<string, Region>([
  ['navigation', 'nav'],
  ['menubar', 'nav'],
  ['banner', 'header'],
  ['main', 'main'],
  ['contentinfo', 'footer'],
  ['article', 'article'],
]);
/** Class names and ids that sites use instead of these elements. */
const BY_NAME = new Map<string, Region>([
  ['nav', 'nav'],
  ['navbar', 'nav'],
  ['navigation', 'nav'],
  ['menu', 'nav'],
  ['main-menu', 'nav'],
  ['header', 'header'],
  ['site-header', 'header'],
  ['footer', 'footer'],
  ['site-footer', 'footer'],
]);
/** Deepest nesting tracked. Deeper elements belong to the surrounding region. */
const MAX_DEPTH = 256;

/** Tracks the page region of the current tag. */
export class RegionStack {
  readonly #open: { readonly name: string; readonly region: Region | null }[] = [];
  #deeper = 0;
  /** Open elements by name, to detect an end tag without a start tag. */
  readonly #names = new Map<string, number>();
  readonly #count: Record<Region, number> = { nav: 0, header: 0, main: 0, footer: 0, article: 0 };

  start(name: string, attributes: Attributes): void {
    if (!TRACKED.has(name)) return;
    if (this.#open.length >= MAX_DEPTH) {
      this.#deeper += 1;
      return;
    }
    const region = findRegion(name, attributes);
    this.#open.push({ name, region });
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    if (region) this.#count[region] += 1;
  }

  end(name: string): void {
    if (!TRACKED.has(name)) return;
    if (this.#deeper > 0) {
      this.#deeper -= 1;
      return;
    }
    if (!this.#names.get(name)) return;
    const at = this.#open.findLastIndex((element) => element.name === name);
    for (const closed of this.#open.splice(at)) {
      this.#names.set(closed.name, (this.#names.get(closed.name) ?? 1) - 1);
      if (closed.region) this.#count[closed.region] -= 1;
    }
  }

  /** Region of the current tag. Navigation in a footer is footer. The header or footer of an article is content. */
  get region(): PageRegion {
    const { nav, header, main, footer, article } = this.#count;
    if (footer > 0 && article === 0) return 'footer';
    if (nav > 0) return 'nav';
    if (main > 0 || article > 0) return 'main';
    return header > 0 ? 'header' : 'main';
  }
}

function findRegion(name: string, attributes: Attributes): Region | null {
  const role = attributes.get('role');
  const byElement = (role && BY_ROLE.get(role.trim().toLowerCase())) || BY_TAG.get(name);
  if (byElement) return byElement;
  for (const key of ['id', 'class']) {
    for (const word of (attributes.get(key) ?? '').slice(0, 200).toLowerCase().split(/\s+/)) {
      const region = BY_NAME.get(word);
      if (region) return region;
    }
  }
  return null;
}
