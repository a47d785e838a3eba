import { decodeBody, type FetchFailure } from '#llmstxt';
import { escapeNonAscii, escapeOctets } from '../fetch/escape-octets.ts';
import type { FetchResult } from '../fetch/net.ts';

/**
 * Access by robots.txt. `disallowed`: a rule for all crawlers or for this crawler covers the URL. `opt-out`: a group for this
 * crawler disallows the whole site. `unknown`: robots.txt was not readable. Fetch nothing until robots.txt is readable (RFC
 * 9309 §2.3.1.4).
 */
export type RobotsVerdict = 'allowed' | 'disallowed' | 'opt-out' | 'unknown';

export interface Robots {
  /** Returns the access to a URL or path of the site. */
  verdict(url: string): RobotsVerdict;
  /** Returns the rule that covers a URL, or null. */
  ruleFor(url: string): RobotsRule | null;
  /** Absolute http(s) URLs, as written in robots.txt. */
  readonly sitemaps: readonly string[];
  /** Content-Signal of the crawler's group, or null. */
  readonly contentSignal: ContentSignal | null;
}

/** Returns the rules for the crawler with this product token. */
export type RobotsFile = (token: string) => Robots;

/** Uses that a Content-Signal line (https://contentsignals.org) allows or refuses. */
export type ContentSignal = Readonly<Partial<Record<(typeof SIGNALS)[number], boolean>>>;
const SIGNALS = ['search', 'ai-input', 'ai-train'] as const;

/** Rule in robots.txt with its line, from 1. */
export interface RobotsRule {
  readonly line: number;
  readonly text: string;
}

interface Rule extends RobotsRule {
  readonly allow: boolean;
  /** Literal parts between the wildcards. */
  readonly parts: readonly string[];
  /** True if the pattern ends with `$`, so the last part must end the path. */
  readonly anchored: boolean;
  /** Octets of the percent-encoded pattern. The rule with most octets wins (§2.2.2). */
  readonly octets: number;
}

const always = (verdict: RobotsVerdict): Robots => ({
  verdict: () => verdict,
  ruleFor: () => null,
  sitemaps: [],
  contentSignal: null,
});

/** Failures that count as a missing robots.txt (RFC 9309 §2.3.1.2). */
const UNAVAILABLE: ReadonlySet<FetchFailure> = new Set(['too-many-redirects', 'bad-redirect']);
const TOO_MANY_REQUESTS = 429;

/**
 * Parses the response for `/robots.txt` for the crawler with product token `token`. The response was fetched with
 * `LIMITS.robots`.
 */
export function readRobots(result: FetchResult, token: string): Robots {
  return readRobotsFile(result)(token);
}

/** Parses the response for `/robots.txt` for any crawler. The response was fetched with `LIMITS.robots`. */
export function readRobotsFile({ status, failure, body, truncated }: FetchResult): RobotsFile {
  if (failure !== null || status === null) {
    return () => always(failure !== null && UNAVAILABLE.has(failure) ? 'allowed' : 'unknown');
  }
  // Treat 429 as unreachable, because a site that limits requests does not allow everything (unlike RFC 9309).
  if (status >= 500 || status === TOO_MANY_REQUESTS) return () => always('unknown');
  if (status < 200 || status >= 300) return () => always('allowed');
  const text = decodeRobots(body);
  // Drop the last line of a truncated file, because it may be incomplete.
  return parseRobotsFile(truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text);
}

/**
 * Decodes UTF-8, or UTF-16 with a byte-order mark. Keeps invalid bytes as percent-encoded octets, because paths are compared by
 * octets.
 */
function decodeRobots(body: Uint8Array): string {
  const { encoding, text } = decodeBody(body);
  if (encoding !== 'utf-8') return text.slice(1);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return escapeNonAscii(Buffer.from(body).toString('latin1').replace(/^ï»¿/, ''));
  }
}

/**
 * Reads a robots.txt by RFC 9309. robots-parser is not used, because it ends a group at a Sitemap line
 * (against §2.2.4), treats `%62` and `b` as different (against §2.2.2), and misreads `User-agent: name (comment)`. Accepts
 * the misspelled field names that Google's parser accepts.
 */
export function parseRobotsFile(text: string): RobotsFile {
  const { groups, sitemaps } = readGroups(text);
  const everybody = groups.filter((group) => group.isForEverybody);
  return (token) => {
    const own = groups.filter(({ tokens }) => tokens.has(token.toLowerCase()));
    const named = own.length > 0;
    const chosen = named ? own : everybody;
    const rules = chosen.flatMap((group) => group.rules);
    const signal: ContentSignal = Object.assign({}, ...chosen.flatMap((group) => group.signals));
    return {
      sitemaps,
      contentSignal: Object.keys(signal).length === 0 ? null : signal,
      verdict(url) {
        const path = toPath(url);
        if (path === '/robots.txt' || isAllowed(rules, path)) return 'allowed';
        return named && !isAllowed(rules, '/') ? 'opt-out' : 'disallowed';
      },
      ruleFor(url) {
        const rule = findRule(rules, toPath(url));
        return rule && { line: rule.line, text: rule.text };
      },
    };
  };
}

/** Group of rules with the crawlers that they apply to. */
interface Group {
  /** Lowercase product tokens. */
  readonly tokens: Set<string>;
  isForEverybody: boolean;
  readonly rules: Rule[];
  readonly signals: ContentSignal[];
}

type Field = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'content-signal' | 'other-rule';

/**
 * Prefixes of field names, including misspellings. https://github.com/google/robotstxt/blob/master/robots.cc
 * (ParsedRobotsKey)
 */
const FIELDS: readonly (readonly [RegExp, Field])[] = [
  [/^user[- ]?agent/i, 'user-agent'],
  [/^allow/i, 'allow'],
  [/^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, 'disallow'],
  [/^site-?map/i, 'sitemap'],
  [/^content-signal$/i, 'content-signal'],
  // Treat these fields as rules of a group, although RFC 9309 does not define them, so that the next `User-agent` line
  // starts another group.
  [/^(?:crawl-?delay|request-rate|visit-time|noindex|content-usage)$/i, 'other-rule'],
];

/** Parses the field of a line. Google's parser accepts a blank instead of the colon if exactly two words remain. */
function readField(line: string): { readonly field: Field; readonly value: string } | null {
  const text = line.replace(/#.*/s, '').trim();
  const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? /^(\S+)\s+(\S+)$/.exec(text) ?? [];
  const field = FIELDS.find(([start]) => start.test(name.trim()))?.[1];
  return field ? { field, value: value.trim() } : null;
}

function readGroups(text: string): { readonly groups: readonly Group[]; readonly sitemaps: readonly string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let inRules = false;
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    const { field, value = '' } = readField(line) ?? {};
    switch (field) {
      case 'user-agent': {
        if (!group || inRules) {
          group = newGroup();
          groups.push(group);
        }
        inRules = false;
        if (/^\*(?:\s|$)/.test(value)) group.isForEverybody = true;
        const token = /^[A-Za-z_-]+/.exec(value)?.[0];
        if (token !== undefined) group.tokens.add(token.toLowerCase());
        break;
      }
      case 'allow':
      case 'disallow': {
        inRules = true;
        const rule = group && parseRule(value, field === 'allow', { line: i + 1, text: line.trim() });
        if (rule) group?.rules.push(rule);
        break;
      }
      case 'content-signal':
        inRules = true;
        group?.signals.push(parseSignal(value));
        break;
      case 'other-rule':
        inRules = true;
        break;
      case 'sitemap':
        if (/^https?:\/\//i.test(value) && URL.canParse(value)) sitemaps.push(value);
        break;
      default:
    }
  }
  return { groups, sitemaps };
}

const newGroup = (): Group => ({ tokens: new Set(), isForEverybody: false, rules: [], signals: [] });

/** Parses `search=yes, ai-train=no`. Ignores unknown uses. */
function parseSignal(value: string): ContentSignal {
  const members = value.split(',').flatMap((member) => {
    const [, name, answer] = /^\s*([a-z-]+)\s*=\s*(yes|no)\s*$/i.exec(member) ?? [];
    const use = SIGNALS.find((signal) => signal === name?.toLowerCase());
    return use && answer ? [[use, answer.toLowerCase() === 'yes'] as const] : [];
  });
  return Object.fromEntries(members);
}

function parseRule(pattern: string, allow: boolean, at: RobotsRule): Rule | null {
  if (pattern === '') return null;
  const anchored = pattern.endsWith('$');
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*').map(normalizeOctets);
  const octets = parts.join('*').length + (anchored ? 1 : 0);
  return { ...at, allow, parts, anchored, octets };
}

const isAllowed = (rules: readonly Rule[], path: string): boolean => findRule(rules, path)?.allow ?? true;

function findRule(rules: readonly Rule[], path: string): Rule | null {
  let best: Rule | null = null;
  for (const rule of rules) {
    // If lengths are equal, an allow rule wins (§2.2.2).
    if (best && (rule.octets < best.octets || (rule.octets === best.octets && best.allow))) continue;
    if (matches(rule, path)) best = rule;
  }
  return best;
}

/**
 * Reports whether a rule matches a path. Matches each literal part as early as possible, and the last part of an anchored pattern
 * at the end. Linear in the path length for each part.
 */
function matches({ parts, anchored }: Rule, path: string): boolean {
  const last = parts.length - 1;
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (i === 0) {
      if (!path.startsWith(part)) return false;
      at = part.length;
      if (last === 0) return !anchored || at === path.length;
    } else if (i === last && anchored) {
      return path.length - part.length >= at && path.endsWith(part);
    } else {
      const place = path.indexOf(part, at);
      if (place === -1) return false;
      at = place + part.length;
    }
  }
  return true;
}

function toPath(url: string): string {
  const parsed = URL.parse(url, 'https://site.invalid');
  if (!parsed) return normalizeOctets(url);
  // Add the question mark of an empty query, because `search` omits it.
  const mark = parsed.search === '' && /\?(?:#|$)/.test(parsed.href) ? '?' : '';
  return normalizeOctets(`${parsed.pathname}${parsed.search}${mark}`);
}

/**
 * Normalizes a path (§2.2.2). Keeps URL characters and percent-encodes all other characters with uppercase digits. Also
 * encodes `*` and `$` of a path, because a pattern encodes literal `*` and `$`.
 */
function normalizeOctets(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[^\w.~!&'()+,/:;=?@#[\]%-]+|%/gu, (found) => {
    if (found === '%') return '%25';
    if (!/^%[0-9A-Fa-f]{2}$/.test(found)) return escapeOctets(Buffer.from(found));
    const decoded = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[\w.~-]/.test(decoded) ? decoded : found.toUpperCase();
  });
}
