import type { Explanation } from '../../types/quality.ts';
import type { QualityConstants } from '../constants.ts';
import { saturating } from '../curves.ts';
import type { Page } from '../pages.ts';
import { count } from '../part.ts';

/** The pages that one can go to. */
export interface Coverage {
  /** Different documents other than the home page: the anchors of one page are one. */
  readonly pages: number;
  readonly home: boolean;
}

export class CoverageCounter {
  readonly #addresses = new Set<string>();
  #home = false;

  add(page: Page): void {
    const address = plainAddress(page.target);
    if (address === '') return;
    if (address.includes('/') || !page.target.includes('://')) this.#addresses.add(address);
    else this.#home = true;
  }

  get result(): Coverage {
    return { pages: this.#addresses.size, home: this.#home };
  }
}

/** Without scheme, `www.` and the slash at the end, in which addresses of one page differ. */
function plainAddress(target: string): string {
  const scheme = target.indexOf('://');
  const host = scheme < 0 ? 0 : scheme + 3;
  const from = target.startsWith('www.', host) ? host + 4 : host;
  const hash = target.indexOf('#', from);
  let to = hash < 0 ? target.length : hash;
  while (to > from && target.charCodeAt(to - 1) === 47) to--;
  return target.slice(from, to).toLowerCase();
}

export function scoreCoverage({ pages }: Coverage, constants: QualityConstants['coverage']): number {
  return saturating(pages, constants.pages);
}

export function explainCoverage({ pages, home }: Coverage): Explanation {
  const besides = home ? ' besides the home page' : '';
  return {
    reason:
      pages === 0 ? `The file names no page to go to${besides}.` : `The file names ${count(pages, 'page')}${besides}.`,
    raise: 'Name more of the pages that people ask for, such as products, prices, documentation and contact.',
    lines: [],
  };
}
