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

/**
 * Counts faulty pages. `read` are the pages whose words were read. `unusable` are useless entries, and pages whose name
 * distinguishes nothing or whose URL leads to no page.
 */
export function findFaults(
  pages: readonly Page[],
  read: readonly ReadPage[],
  unusable: ReadonlySet<Page>,
  findings: readonly Finding[],
): Omit<Health, keyof LinksTried> {
  const dead = new Set(findings.flatMap(({ id, line }) => (DEAD_LINK_RULES.has(id) ? [line] : [])));
  const wordsByPage = new Map(read.map((words) => [words.page, words]));
  const addresses = new Set<string>();
  const names = new Map<string, string>();
  const lines: number[] = [];
  let repeatedName = 0;
  let repeatedAddress = 0;
  for (const page of pages) {
    const isListed = addresses.has(page.target);
    addresses.add(page.target);
    const words = wordsByPage.get(page);
    if (!unusable.has(page)) {
      if (isListed) repeatedAddress++;
      else if (words !== undefined && hasNameOfAnother(words, names)) repeatedName++;
      else if (!dead.has(page.line)) continue;
    }
    keepLine(lines, page.line);
  }
  return { pages: pages.length, unusable: unusable.size, repeatedName, repeatedAddress, lines };
}

/** `names` are the URLs of the first pages with each name. */
function hasNameOfAnother({ label, page: { target }, added }: ReadPage, names: Map<string, string>): boolean {
  if (!/[\p{L}\p{N}]/u.test(label)) return false;
  const key = label.toLowerCase();
  const address = target.replace(/#.*/, '');
  const first = names.get(key) ?? address;
  names.set(key, first);
  return first !== address && weightOfAll(added) < ENOUGH_TO_TELL_APART;
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
  const faults = [
    unusable > 0 &&
      `${count(unusable, 'entry is', 'entries are')} useless: no page at the address, no unique name, or an error, thank-you or test page.`,
    repeatedName > 0 &&
      `${count(repeatedName, 'page has', 'pages have')} the name of another page and no notes that distinguish them.`,
    repeatedAddress > 0 && `${count(repeatedAddress, 'address is', 'addresses are')} listed again.`,
    dead > 0 && `${count(dead, 'page is', 'pages are')} gone (404 or 410), ${tried}.`,
    redirecting > 0 && `${count(redirecting, 'address redirects', 'addresses redirect')}, ${tried}.`,
  ].filter((sentence) => sentence !== false);
  return {
    reason: faults.length === 0 ? 'No entry is empty, repeated, or known not to work.' : faults.join(' '),
    raise: 'Replace each of these entries with a page that has a URL and a unique name.',
    lines: facts.lines,
  };
}
