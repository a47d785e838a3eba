import { domainToUnicode } from 'node:url';
import { registrableDomain } from '../directory/domain-name.ts';
import type { PublicFacts } from '../directory/record.ts';
import { VERIFIED_BONUS } from '../directory/scoring/authority.ts';
import { countMistakes } from './corrections.ts';
import { foldText } from './words.ts';

type Site = Pick<PublicFacts, 'domain' | 'title' | 'summary' | 'authority' | 'verified' | 'rank' | 'first_seen'>;

/**
 * Sorts the results of a search by relevance. The site that the query names comes first, and each site comes before its copies
 * and look-alikes. A proof shows the owner of a name, but not the original.
 */
export function originalsFirst<S extends Site>(found: readonly S[], named: string | null): S[] {
  const ordered: { readonly site: S; readonly names: Names }[] = [];
  for (const site of found) {
    const next = { site, names: listNames(site) };
    const at = ordered.findIndex((before) => isBetterKnown(site, before.site) && imitates(before.names, next.names));
    ordered.splice(at < 0 ? ordered.length : at, 0, next);
  }
  const sites = ordered.map(({ site }) => site);
  return sites.toSorted((a, b) => Number(b.domain === named) - Number(a.domain === named));
}

type Names = ReturnType<typeof listNames>;

/** Returns the names of a site, folded and without punctuation. */
function listNames({ domain, title, summary }: Site) {
  const registrable = registrableDomain(domain);
  const [label = ''] = foldLetters(domainToUnicode(registrable)).split('.');
  return {
    registrable,
    /** Registered label with spaces between its words: " acme pay " for acme-pay.example. */
    words: ` ${label.replaceAll('-', ' ')} `,
    label: asWord(label),
    domain: asWord(domainToUnicode(domain)),
    title: asWord(title ?? ''),
    summary: asWord(summary ?? ''),
  };
}

const asWord = (text: string) => foldLetters(text).replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Cyrillic and Greek letters that look like Latin letters in lower or upper case
 * (https://www.unicode.org/Public/security/latest/confusables.txt).
 */
const LOOKALIKES = 'асԁеһіјӏорԛѕѵԝхувкмнтαγινορσυβεζηκμτχ';
/** Latin letters in the order of `LOOKALIKES`. */
const LATIN = 'acdehijlopqsvwxybkmhtayivopoubezhkmtx';

const foldLetters = (text: string) =>
  foldText(text).replace(/[\u0370-\u052f]/g, (letter) => LATIN[LOOKALIKES.indexOf(letter)] ?? letter);

/** Shortest name to compare. Shorter names are similar by chance. */
const MIN_NAME_CHARACTERS = 4;

/** Reports whether a site has the name of another site, or its title with a similar name or summary. */
function imitates(own: Names, other: Names): boolean {
  if (own.registrable === other.registrable) return false;
  const isSameTitle = own.title !== '' && own.title === other.title;
  if (isSameTitle && own.summary !== '' && own.summary === other.summary) return true;
  if (other.label.length < MIN_NAME_CHARACTERS) return false;
  if (own.label === other.label || own.words.includes(other.words)) return true;
  if (!isSameTitle && !own.title.includes(other.label)) return false;
  return own.domain.includes(other.label) || countMistakes(own.label, other.label) === 1;
}

/** Reports whether a site is better known, by data that owners cannot write: rank, authority without the proof, first day. */
function isBetterKnown(a: Site, b: Site): boolean {
  if (a.rank !== b.rank) return a.rank !== null && (b.rank === null || a.rank < b.rank);
  const [own, other] = [withoutBonus(a), withoutBonus(b)];
  return own === other ? a.first_seen < b.first_seen : own > other;
}

const withoutBonus = ({ authority, verified }: Site) => (authority ?? 0) - (verified ? VERIFIED_BONUS : 0);
