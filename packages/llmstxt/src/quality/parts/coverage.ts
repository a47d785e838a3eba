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

export class CoverageCounter {
  readonly #addresses = new Set<string>();
  #home = false;
  #uncounted = 0;

  /** Adds a page. `counts` is false for a page that is foreign to the site, or whose name distinguishes nothing. */
  add(page: Page, counts: boolean): void {
    if (!counts) {
      this.#uncounted++;
      return;
    }
    const address = plainAddress(page.target);
    if (address === '') return;
    if (/[/?]/.test(address) || !page.target.includes('://')) this.#addresses.add(address);
    else this.#home = true;
  }

  get result(): Coverage {
    return { pages: this.#addresses.size, home: this.#home, uncounted: this.#uncounted };
  }
}

/** Matches the parts of a URL that name a page: its address without the last slash, and its query. */
const PAGE = /^(?:[a-z]+:\/\/)?(?:www\.)?([^?#]*?)\/?(?:\?([^#]*))?(?:#|$)/is;

/** Removes scheme, `www.`, tracking, anchor and the last slash, because URLs of one page differ in them. */
function plainAddress(url: string): string {
  const [, address = '', query = ''] = PAGE.exec(url) ?? [];
  const parameters = query.split('&').filter((part) => part !== '' && !TRACKING.test(part.split('=', 1)[0] ?? ''));
  return [address, ...parameters].join('?').toLowerCase();
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
