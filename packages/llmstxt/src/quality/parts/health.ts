import { isGone } from '../../answer/status.ts';
import { isMissingName } from '../../missing-name.ts';
import type { LinkCheck } from '../../types/facts.ts';
import type { Finding } from '../../types/finding.ts';
import type { Explanation, LinksTried } from '../../types/quality.ts';
import type { QualityConstants } from '../constants.ts';
import type { ReadPage } from '../fit/read-page.ts';
import { weightOfAll } from '../meaning.ts';
import type { Page } from '../pages.ts';
import { count, keepLine } from '../part.ts';

export interface Health extends LinksTried {
  readonly pages: number;
  /** Number of pages with no URL, with a name such as "null" or "Page 2", or about an error, thanks or a test. */
  readonly unusable: number;
  /** Number of pages with the name of another page and no distinguishing word. */
  readonly repeatedName: number;
  readonly repeatedAddress: number;
  readonly lines: readonly number[];
}

const NO_NAME = /^(?:sample page|hello world!|404\b.*|page not found.*|thank you\b.*|thanks for .*)$/i;
/**
 * Matches pages left by site builders. "thank-you-for-your-order" is an end page, but "404-pages" is a page about end pages.
 * "hello-world" is also a common name of first examples, and "my-account" of a folder of documentation.
 */
const NO_DESTINATION =
  /\/(?:page-not-found|sample-page|test-page|uncategori[sz]ed|my-account|(?:thank-?you|danke|gracias|merci|obrigad[oa]|grazie)(?:-[^/.?#]*)?)(?:\.html|\/)?(?:[?#]|$)/i;
const DEAD_LINK_RULES: ReadonlySet<string> = new Set(['dead-link', 'dead-external-link']);
/** Words that distinguish two pages with the same name. */
const ENOUGH_TO_TELL_APART = 2;

/** Reports whether an entry has no URL, has a name such as "null", or leads to an error, thank-you or test page. */
export function isUseless({ name, target }: Page): boolean {
  return target === '' || isMissingName(name) || NO_NAME.test(name) || NO_DESTINATION.test(target);
}

export class FaultCounter {
  readonly #addresses = new Set<string>();
  readonly #names = new Map<string, string>();
  /** Lines of broken links. */
  readonly #dead: ReadonlySet<number>;
  readonly #lines: number[] = [];
  readonly #facts;

  constructor(findings: readonly Finding[], tried: LinksTried) {
    this.#facts = { ...tried, pages: 0, unusable: 0, repeatedName: 0, repeatedAddress: 0, lines: this.#lines };
    this.#dead = new Set(findings.flatMap(({ id, line }) => (DEAD_LINK_RULES.has(id) && line !== null ? [line] : [])));
  }

  /**
   * Adds a page. `words` is absent if the words were not read. `isUnusable` is true for a useless entry, if the name distinguishes
   * nothing, or if the URL leads to no page.
   */
  add(page: Page, words: ReadPage | undefined, isUnusable: boolean): void {
    const isListed = this.#addresses.has(page.target);
    this.#addresses.add(page.target);
    this.#facts.pages++;
    if (isUnusable) this.#facts.unusable++;
    else if (isListed) this.#facts.repeatedAddress++;
    else if (words !== undefined && this.#hasNameOfAnother(words)) this.#facts.repeatedName++;
    else if (!this.#dead.has(page.line)) return;
    keepLine(this.#lines, page.line);
  }

  #hasNameOfAnother({ label, page: { target }, added }: ReadPage): boolean {
    if (!/[\p{L}\p{N}]/u.test(label)) return false;
    const key = label.toLowerCase();
    const address = target.replace(/#.*/, '');
    const first = this.#names.get(key) ?? address;
    this.#names.set(key, first);
    return first !== address && weightOfAll(added) < ENOUGH_TO_TELL_APART;
  }

  get result(): Health {
    return this.#facts;
  }
}

/** Counts link checks by result. Links without a response do not count. */
export function countLinks(checks: readonly LinkCheck[]): LinksTried {
  const answered = checks.filter(({ status }) => status !== null);
  return {
    checked: answered.length,
    dead: answered.filter(isDead).length,
    redirecting: answered.filter(({ redirectedTo }) => redirectedTo !== null).length,
  };
}

function isDead({ status }: LinkCheck): boolean {
  return status !== null && isGone(status);
}

export function scoreHealth(facts: Health, constants: QualityConstants['health']): number {
  if (facts.pages === 0) return 0;
  const { unusable, repeatedName, repeatedAddress } = facts;
  const inText =
    constants.unusable * unusable + constants.repeatedName * repeatedName + constants.repeatedAddress * repeatedAddress;
  const tried = constants.dead * facts.dead + constants.redirecting * facts.redirecting;
  return Math.max(0, 1 - inText / facts.pages - tried / Math.max(1, facts.checked));
}

export function explainHealth(facts: Health): Explanation {
  if (facts.pages === 0) return { reason: 'The file has no pages to try.', raise: null, lines: [] };
  const { unusable, repeatedName, repeatedAddress, dead, redirecting } = facts;
  const tried = `of ${count(facts.checked, 'link')} tried`;
  const seen = [
    unusable > 0 &&
      `${count(unusable, 'entry is', 'entries are')} useless: no page at the address, no unique name, or an error, thank-you or test page.`,
    repeatedName > 0 &&
      `${count(repeatedName, 'page has', 'pages have')} the name of another page and no notes that distinguish them.`,
    repeatedAddress > 0 && `${count(repeatedAddress, 'address is', 'addresses are')} listed again.`,
    dead > 0 && `${count(dead, 'page is', 'pages are')} gone (404 or 410), ${tried}.`,
    redirecting > 0 && `${count(redirecting, 'address redirects', 'addresses redirect')}, ${tried}.`,
  ].filter((sentence) => sentence !== false);
  return {
    reason: seen.length === 0 ? 'No entry is empty, repeated, or known not to work.' : seen.join(' '),
    raise: 'Replace each of these entries with a page that has a URL and a unique name.',
    lines: facts.lines,
  };
}
