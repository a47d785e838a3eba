import { domainToUnicode } from 'node:url';
import { registrableDomain } from '../directory/domain-name.ts';
import type { PublicFacts } from '../directory/record.ts';
import { VERIFIED_BONUS } from '../directory/scoring/authority.ts';
import { foldText } from './words.ts';

type Site = Pick<PublicFacts, 'domain' | 'title' | 'summary' | 'authority' | 'verified' | 'rank' | 'first_seen'>;

/**
 * Returns the results of a search by relevance with the site that the query names first, and each site before its
 * copies and look-alikes. A proof shows who owns a name, not which name is the original.
 */
export function originalsFirst<S extends Site>(found: readonly S[], named: string | null): S[] {
  const sites = found.map((site) => ({ site, name: nameOf(site.domain) }));
  const ordered: Named<S>[] = [];
  for (const next of sites) {
    const at = ordered.findIndex((before) => imitates(before, next));
    ordered.splice(at < 0 ? ordered.length : at, 0, next);
  }
  const results = ordered.map(({ site }) => site);
  return [...results.filter(({ domain }) => domain === named), ...results.filter(({ domain }) => domain !== named)];
}

interface Named<S extends Site> {
  readonly site: S;
  readonly name: Name;
}

interface Name {
  readonly registrable: string;
  /** Returns the words of the registered label: acme and pay of acme-pay.example. */
  readonly words: readonly string[];
  /** Returns the label as one word. */
  readonly label: string;
  /** Returns all labels as one word. */
  readonly whole: string;
}

function nameOf(domain: string): Name {
  const registrable = registrableDomain(domain);
  const [own = ''] = domainToUnicode(registrable).split('.');
  const words = foldText(own).split('-').filter(Boolean);
  return { registrable, words, label: words.join(''), whole: asWord(domainToUnicode(domain)) };
}

/** Shortest name to compare. Shorter names are similar by chance. */
const MIN_LABEL_CHARACTERS = 4;

function imitates(copy: Named<Site>, original: Named<Site>): boolean {
  if (copy.name.registrable === original.name.registrable) return false;
  if (!isEstablished(original.site, copy.site)) return false;
  return hasNameOf(copy.name, original.name) || hasTextOf(copy, original);
}

/** Reports whether a name is another one with added words, other hyphens, or another suffix. */
function hasNameOf(copy: Name, { words, label }: Name): boolean {
  if (label.length < MIN_LABEL_CHARACTERS) return false;
  return copy.label === label || ` ${copy.words.join(' ')} `.includes(` ${words.join(' ')} `);
}

function hasTextOf(copy: Named<Site>, { site, name }: Named<Site>): boolean {
  const title = asWord(copy.site.title ?? '');
  const isSameTitle = title !== '' && title === asWord(site.title ?? '');
  const isSameSummary = site.summary !== null && asWord(copy.site.summary ?? '') === asWord(site.summary);
  if (isSameTitle && isSameSummary) return true;
  if (name.label.length < MIN_LABEL_CHARACTERS) return false;
  const isNamedAfter = copy.name.whole.includes(name.label) || differsByOneLetter(copy.name.label, name.label);
  return isNamedAfter && (isSameTitle || title.includes(name.label));
}

/**
 * Reports whether `a` is better known than `b` by data that owners cannot write: rank, authority without the proof,
 * first day.
 */
function isEstablished(a: Site, b: Site): boolean {
  if (a.rank !== b.rank) return a.rank !== null && (b.rank === null || a.rank < b.rank);
  const [own, other] = [withoutBonus(a), withoutBonus(b)];
  return own === other ? a.first_seen < b.first_seen : own > other;
}

const withoutBonus = ({ authority, verified }: Site) => (authority ?? 0) - (verified ? VERIFIED_BONUS : 0);
const asWord = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Reports whether one letter is replaced, missing or added. */
function differsByOneLetter(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [restOfA, restOfB] = [a.slice(same), b.slice(same)];
  return [
    [restOfA.slice(1), restOfB.slice(1)],
    [restOfA.slice(1), restOfB],
    [restOfA, restOfB.slice(1)],
  ].some(([left, right]) => left === right);
}
