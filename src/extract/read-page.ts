import {
  forbidsIndex,
  isMissingName,
  MAX_PAGE_LINKS,
  type PageFacts,
  type PageLink,
  resolveHref,
  toSingleLine,
} from '#llmstxt';
import { escapeNonAscii } from '../fetch/escape-octets.ts';
import { parseLinkHeader } from './parse-link-header.ts';
import { RegionStack } from './region-stack.ts';
import { type Attributes, type TagVisitor, walkTags } from './walk-tags.ts';

/** Longest title or description. The rest is cut. */
const MAX_TITLE_CHARS = 300;
const MAX_DESCRIPTION_CHARS = 1_000;
const MAX_LINK_TEXT_CHARS = 200;
/** Most meta elements read. A head has a few dozen, and a hostile page must not fill the memory. */
const MAX_METAS = 500;
const MAX_META_CHARS = 4_096;
const MAX_RELATIONS = 100;

const LANGUAGE_TAG = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i;

/**
 * Reads the metadata of an HTML page. Needs linear time and never throws.
 * @param url the page's final URL. Links resolve against it or `<base>`
 * @param headers response headers with lowercase names
 */
export function readPage(html: string, url: string, headers: Readonly<Record<string, string>>): PageFacts {
  const reader = new PageReader();
  walkTags(html, reader);
  return reader.facts(url, headers);
}

interface Relation {
  readonly words: readonly string[];
  readonly href: string;
  readonly type: string;
  readonly language: string;
}

/** Collects facts tag by tag. Resolves URLs at the end, because `<base>` may come late. */
class PageReader implements TagVisitor {
  /**
   * Contents of meta elements by name or property. The elements may be outside the head, because heads may be broken.
   */
  readonly #contents = new Map<string, string>();
  readonly #relations: Relation[] = [];
  readonly #links: { href: string; text: string; label: string; region: PageLink['region'] }[] = [];
  readonly #regions = new RegionStack();
  #metaCount = 0;
  #forbidsIndex = false;
  #base: string | null = null;
  #language: string | null = null;
  #title: string | null = null;
  #heading: string | null = null;
  /** Text of each open element. Null for a closed element. */
  readonly #words: Record<'title' | 'h1' | 'a', string | null> = { title: null, h1: null, a: null };
  #anchor: { href: string; label: string; region: PageLink['region'] } | null = null;

  start(name: string, attributes: Attributes): void {
    this.#regions.start(name, attributes);
    if (name === 'meta') this.#meta(attributes);
    else if (name === 'link') this.#relation(attributes);
    else if (name === 'html') this.#language ??= attributes.get('lang') || attributes.get('xml:lang') || null;
    else if (name === 'base') this.#base ??= attributes.get('href') ?? null;
    else if (name === 'a' || name === 'area') this.#startAnchor(name, attributes);
    else if (name === 'img' && this.#anchor) this.#anchor.label ||= attributes.get('alt') ?? '';
    else if (name === 'title' && this.#title === null) this.#words.title = '';
    else if (name === 'h1' && this.#heading === null) this.#words.h1 = '';
    else if (BREAKS.has(name)) this.text(' ');
  }

  end(name: string): void {
    this.#regions.end(name);
    if (name === 'a') this.#endAnchor();
    else if (name === 'title' || name === 'h1') {
      const line = toSingleLine(this.#words[name] ?? '', MAX_TITLE_CHARS) || null;
      // Skip an empty heading (a logo without text), because the next heading may have text.
      if (name === 'title') this.#title ??= line;
      else this.#heading ??= line;
      this.#words[name] = null;
    } else if (BREAKS.has(name)) this.text(' ');
  }

  text(text: string): void {
    // Generators put a link with a mark, such as `¶` or `#`, next to a heading.
    const isMark = this.#anchor?.href.startsWith('#') === true && !/[\p{L}\p{N}]/u.test(text);
    for (const name of LISTENING) {
      if (name === 'h1' && isMark) continue;
      const words = this.#words[name];
      if (words !== null && words.length < MAX_DESCRIPTION_CHARS) this.#words[name] = words + text;
    }
  }

  facts(url: string, headers: Readonly<Record<string, string>>): PageFacts {
    this.#endAnchor();
    const base = (this.#base !== null && resolveHref(this.#base, url)) || url;
    const relations = [...headerRelations(headers['link'] ?? '', url), ...this.#resolved(base)];
    const hrefs = (test: (relation: Relation) => boolean) => [
      ...new Set(relations.filter(test).map((relation) => relation.href)),
    ];
    const language =
      parseTag(this.#language) ?? parseTag(this.#contents.get('content-language') ?? headers['content-language']);
    return {
      url,
      title: this.#title || null,
      description: this.#findFirst(['description', 'og:description'], MAX_DESCRIPTION_CHARS),
      language,
      locales: [
        ...new Set([
          ...[language, parseTag(this.#contents.get('og:locale'))].flatMap((tag) =>
            tag && /[-_]/.test(tag) ? [tag] : [],
          ),
          ...relations.flatMap(({ words, language: tag }) =>
            words.includes('alternate') && /[-_]/.test(tag) ? [tag] : [],
          ),
        ]),
      ],
      describedBy: hrefs(({ words, type }) => words.includes('describedby') && DESCRIPTION_TYPES.has(type)),
      markdownAlternates: hrefs(({ words, type }) => words.includes('alternate') && type === 'text/markdown'),
      canonical: hrefs(({ words }) => words.includes('canonical'))[0] ?? null,
      siteName: this.#findFirst(['og:site_name', 'application-name'], MAX_TITLE_CHARS),
      heading: this.#heading,
      links: this.#links.flatMap(({ href, text, label, region }) => {
        const target = resolveHref(href, base);
        return target ? [{ url: target, text: text || toSingleLine(label, MAX_LINK_TEXT_CHARS), region }] : [];
      }),
      noindex: this.#forbidsIndex || forbidsIndex(headers['x-robots-tag'] ?? ''),
    };
  }

  #meta(attributes: Attributes): void {
    const content = attributes.get('content');
    if (content === undefined || this.#metaCount >= MAX_METAS) return;
    this.#metaCount += 1;
    const shortened = content.slice(0, MAX_META_CHARS);
    const keys = [
      attributes.get('name')?.trim().toLowerCase(),
      attributes.get('property')?.trim().toLowerCase(),
      attributes.get('http-equiv')?.toLowerCase(),
    ];
    // The strictest of several elements counts.
    if (keys.includes('robots') && forbidsIndex(shortened)) this.#forbidsIndex = true;
    for (const key of keys) {
      if (key && !this.#contents.get(key)) this.#contents.set(key, shortened);
    }
  }

  #relation(attributes: Attributes): void {
    const href = attributes.get('href');
    const words = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (!href || this.#relations.length >= MAX_RELATIONS || !words.some((word) => RELATIONS.has(word))) return;
    const language = attributes.get('hreflang') ?? '';
    const type = attributes.get('type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    this.#relations.push({ words, href, type, language: parseTag(language) ?? '' });
  }

  #startAnchor(name: string, attributes: Attributes): void {
    this.#endAnchor();
    const href = attributes.get('href');
    if (href === undefined || this.#links.length >= MAX_PAGE_LINKS) return;
    const label = attributes.get('aria-label') || attributes.get('alt') || attributes.get('title') || '';
    const region = this.#regions.region;
    if (name === 'area') this.#links.push({ href, text: '', label, region });
    else {
      this.#anchor = { href, label, region };
      this.#words.a = '';
    }
  }

  #endAnchor(): void {
    if (!this.#anchor) return;
    this.#links.push({ ...this.#anchor, text: toSingleLine(this.#words.a ?? '', MAX_LINK_TEXT_CHARS) });
    this.#anchor = null;
    this.#words.a = null;
  }

  #findFirst(keys: readonly string[], maxLength: number): string | null {
    for (const key of keys) {
      const line = toSingleLine(this.#contents.get(key) ?? '', maxLength);
      // MkDocs without a description writes "None".
      if (line !== '' && !isMissingName(line)) return line;
    }
    return null;
  }

  #resolved(base: string): Relation[] {
    return this.#relations.flatMap((relation) => {
      const href = resolveHref(relation.href, base);
      return href ? [{ ...relation, href }] : [];
    });
  }
}

/** Types of descriptions. Schemas (JSON Schema, POWDER) have this relation and another type. */
const DESCRIPTION_TYPES = new Set(['', 'text/plain', 'text/markdown']);
const RELATIONS = new Set(['canonical', 'alternate', 'describedby']);
const LISTENING = ['title', 'h1', 'a'] as const;
/** Elements that separate words without a space in the markup. */
const BREAKS = new Set(['br', 'div', 'p', 'li', 'span', 'h2', 'h3', 'h4', 'h5', 'td', 'th', 'dt', 'dd', 'section']);

function headerRelations(header: string, base: string): Relation[] {
  return parseLinkHeader(header).flatMap(({ href, parameters }) => {
    const target = resolveHref(escapeNonAscii(href), base);
    const anchor = parameters.get('anchor');
    if (!target || (anchor !== undefined && URL.parse(anchor, base)?.href !== base)) return [];
    return [
      {
        words: (parameters.get('rel') ?? '').toLowerCase().split(/\s+/),
        href: target,
        type: parameters.get('type')?.split(';')[0]?.trim().toLowerCase() ?? '',
        language: parseTag(parameters.get('hreflang')) ?? '',
      },
    ];
  });
}

function parseTag(text: string | null | undefined): string | null {
  const tag = text?.split(',')[0]?.trim() ?? '';
  return tag.length <= 35 && LANGUAGE_TAG.test(tag) ? tag : null;
}
