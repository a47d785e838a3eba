import { TRACKING } from '../../address/tracking-parameters.ts';
import type { Explanation } from '../../types/quality.ts';
import type { QualityConstants } from '../constants.ts';
import { saturating } from '../curves.ts';
import type { Page } from '../pages.ts';
import { count } from '../part.ts';

export interface Coverage {
  /** Different documents without the homepage. All anchors of a page count once. */
  readonly pages: number;
  readonly home: boolean;
  /** Number of entries that are foreign to the site, or whose names distinguish nothing. */
  readonly uncounted: number;
}

/** `uncounted` are the pages that are foreign to the site, or whose names distinguish nothing. */
export function measureCoverage(pages: readonly Page[], uncounted: ReadonlySet<Page>): Coverage {
  const addresses = new Set<string>();
  let home = false;
  for (const page of pages) {
    const address = uncounted.has(page) ? '' : plainAddress(page.target);
    if (address === '') continue;
    if (/[/?]/.test(address) || !page.target.includes('://')) addresses.add(address);
    else home = true;
  }
  return { pages: addresses.size, home, uncounted: uncounted.size };
}

/** Matches the parts of a URL that name a page: its address and its query. */
const PAGE = /^(?:[a-z]+:\/\/)?(?:www\.)?([^?#]*)(?:\?([^#]*))?/i;

/** Removes scheme, `www.`, tracking, anchor and the last slash, because URLs of one page differ in them. */
function plainAddress(url: string): string {
  const [, address = '', query = ''] = PAGE.exec(url) ?? [];
  const page = address.replace(/\/$/, '');
  if (query === '') return page.toLowerCase();
  const parameters = query.split('&').filter((part) => part !== '' && !TRACKING.test(part.split('=', 1)[0] ?? ''));
  return [page, ...parameters].join('?').toLowerCase();
}

export function scoreCoverage({ pages }: Coverage, constants: QualityConstants['coverage']): number {
  return saturating(pages, constants.pages);
}

/** Number of pages that the advice suggests to add. */
export const ADDED_PAGES = 6;

export function explainCoverage({ pages, home, uncounted }: Coverage): Explanation {
  const named = pages > 0 ? count(pages, 'page') : `no page ${uncounted > 0 ? 'that counts' : 'to go to'}`;
  const besides = home ? ' besides the home page' : '';
  const others = `${count(uncounted, 'entry does', 'entries do')} not count: useless entries, and pages of other sites.`;
  return {
    reason: `The file names ${named}${besides}.${uncounted > 0 ? ` ${others}` : ''}`,
    raise:
      'Name and describe six more of the pages that people ask for, such as products, prices, documentation and contact.',
    lines: [],
  };
}
