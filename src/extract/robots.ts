import type { FetchFailure } from '#llmstxt';
import { escapeNonAscii, escapeOctets } from '../fetch/escape-octets.ts';
import type { FetchResult } from '../fetch/net.ts';

/**
 * - `disallowed`: a rule for everybody, or for this crawler, covers this address.
 * - `opt-out`: a group that names this crawler forbids it the whole site.
 * - `unknown`: robots.txt could not be read; nothing may be fetched until it can (RFC 9309 §2.3.1.4).
 */
export type RobotsVerdict = 'allowed' | 'disallowed' | 'opt-out' | 'unknown';

/** robots.txt of one site, for one crawler. */
export interface Robots {
  /** For a URL of that site, or its path. */
  verdict(url: string): RobotsVerdict;
  /** The rule that decides about a URL; null where none covers it, or there are no rules to read. */
  ruleFor(url: string): RobotsRule | null;
  /** As given, absolute http(s) URLs only. */
  readonly sitemaps: readonly string[];
}

/** A line of robots.txt, counted from 1. */
export interface RobotsRule {
  readonly line: number;
  readonly text: string;
}

interface Rule extends RobotsRule {
  readonly allow: boolean;
  /** The literal parts between the wildcards. */
  readonly parts: readonly string[];
  /** Ends with `$`: the last part is the end of the path. */
  readonly anchored: boolean;
  /** Octets of the percent-encoded pattern: the longest match decides (§2.2.2). */
  readonly octets: number;
}

const always = (verdict: RobotsVerdict): Robots => ({ verdict: () => verdict, ruleFor: () => null, sitemaps: [] });

/** RFC 9309 §2.3.1.2: after too many redirects robots.txt counts as one that does not exist. */
const UNAVAILABLE: ReadonlySet<FetchFailure> = new Set(['too-many-redirects', 'bad-redirect']);
const TOO_MANY_REQUESTS = 429;

/** What the response for `/robots.txt`, fetched with `LIMITS.robots`, allows the crawler whose product token is `token`. */
export function readRobots(result: FetchResult, token: string): Robots {
  const { status, failure, body, truncated } = result;
  if (failure !== null || status === null) {
    return always(failure !== null && UNAVAILABLE.has(failure) ? 'allowed' : 'unknown');
  }
  // RFC 9309 leaves 429 among the 4xx that allow everything; a site that limits requests means the opposite.
  if (status >= 500 || status === TOO_MANY_REQUESTS) return always('unknown');
  if (status < 200 || status >= 300) return always('allowed');
  const text = decodeRobots(body);
  // The last line of a truncated file may be incomplete.
  return parseRobots(truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text, token);
}

/** UTF-8. Bytes of another encoding are kept as percent-encoded octets, because paths are compared by their octets. */
function decodeRobots(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return escapeNonAscii(Buffer.from(body).toString('latin1').replace(/^ï»¿/, ''));
  }
}

/**
 * Reads a robots.txt by RFC 9309. Our own, because robots-parser lets a Sitemap line between two User-agent lines end the group
 * (§2.2.4 forbids it), compares `%62` with `b` as different (§2.2.2) and reads `User-agent: name (comment)` as another name. Misspelt names of fields are read as Google's parser reads them.
 */
export function parseRobots(text: string, token: string): Robots {
  const { named, own, everybody, sitemaps } = readGroups(text, token.toLowerCase());
  const rules = named ? own : everybody;
  return {
    sitemaps,
    verdict(url) {
      const path = pathOf(url);
      if (path === '/robots.txt' || isAllowed(rules, path)) return 'allowed';
      return named && !isAllowed(rules, '/') ? 'opt-out' : 'disallowed';
    },
    ruleFor(url) {
      const rule = findRule(rules, pathOf(url));
      return rule && { line: rule.line, text: rule.text };
    },
  };
}

interface Groups {
  /** A group names this crawler: the rules for everybody then do not apply to it. */
  named: boolean;
  readonly own: Rule[];
  readonly everybody: Rule[];
  readonly sitemaps: string[];
}

type Field = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'other-rule';

/**
 * Beginnings of field names, with the misspellings that Google's parser accepts.
 * https://github.com/google/robotstxt/blob/master/robots.cc (ParsedRobotsKey)
 */
const FIELDS: readonly (readonly [RegExp, Field])[] = [
  [/^user[- ]?agent/i, 'user-agent'],
  [/^allow/i, 'allow'],
  [/^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, 'disallow'],
  [/^site-?map/i, 'sitemap'],
  // RFC 9309 does not define these fields, but they are rules of a group: the next `User-agent` line starts another one.
  [/^(?:crawl-?delay|request-rate|visit-time|noindex|content-signal|content-usage)$/i, 'other-rule'],
];

/** A field of one line. Google's parser accepts a blank instead of the colon if exactly two words remain. */
function readField(line: string): { readonly field: Field; readonly value: string } | null {
  const text = line.replace(/#.*/s, '').trim();
  const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? /^(\S+)\s+(\S+)$/.exec(text) ?? [];
  const field = FIELDS.find(([start]) => start.test(name.trim()))?.[1];
  return field ? { field, value: value.trim() } : null;
}

function readGroups(text: string, token: string): Groups {
  const groups: Groups = { named: false, own: [], everybody: [], sitemaps: [] };
  let inOwn = false;
  let inEverybody = false;
  let inRules = false;
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    const { field, value = '' } = readField(line) ?? {};
    switch (field) {
      case 'user-agent':
        if (inRules) inOwn = inEverybody = inRules = false;
        if (/^\*(?:\s|$)/.test(value)) inEverybody = true;
        if (/^[A-Za-z_-]+/.exec(value)?.[0].toLowerCase() === token) inOwn = groups.named = true;
        break;
      case 'allow':
      case 'disallow': {
        inRules = true;
        if (!inOwn && !inEverybody) break;
        const rule = parseRule(value, field === 'allow', { line: i + 1, text: line.trim() });
        if (rule && inOwn) groups.own.push(rule);
        if (rule && inEverybody) groups.everybody.push(rule);
        break;
      }
      case 'other-rule':
        inRules = true;
        break;
      case 'sitemap':
        if (/^https?:\/\//i.test(value) && URL.canParse(value)) groups.sitemaps.push(value);
        break;
      default:
    }
  }
  return groups;
}

function parseRule(pattern: string, allow: boolean, at: RobotsRule): Rule | null {
  if (pattern === '') return null;
  const anchored = pattern.endsWith('$');
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*').map(normalizeOctets);
  const octets = parts.join('*').length + (anchored ? 1 : 0);
  return { ...at, allow, parts, anchored, octets };
}

const isAllowed = (rules: readonly Rule[], path: string): boolean => findRule(rules, path)?.allow ?? true;

/** The longest rule that covers the path. */
function findRule(rules: readonly Rule[], path: string): Rule | null {
  let found: Rule | null = null;
  for (const rule of rules) {
    // Of two of the same length, the one that allows wins (§2.2.2).
    if (found && (rule.octets < found.octets || (rule.octets === found.octets && found.allow))) continue;
    if (matches(rule, path)) found = rule;
  }
  return found;
}

/** Finds each literal part as early as it fits, the last one of an anchored pattern at the end. Linear in the path for each part. */
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
      const found = path.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
  }
  return true;
}

function pathOf(url: string): string {
  const parsed = URL.parse(url, 'https://site.invalid');
  return normalizeOctets(parsed ? `${parsed.pathname}${parsed.search}` : url);
}

/**
 * One spelling for one path (§2.2.2): characters that a URL may contain stay, all others are percent-encoded with upper-case digits.
 * `*` and `$` of a path are encoded too, which is how a pattern writes them when it means them literally.
 */
function normalizeOctets(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[^\w.~!&'()+,/:;=?@#[\]%-]+|%/gu, (found) => {
    if (found === '%') return '%25';
    if (!/^%[0-9A-Fa-f]{2}$/.test(found)) return escapeOctets(Buffer.from(found));
    const decoded = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[\w.~-]/.test(decoded) ? decoded : found.toUpperCase();
  });
}
