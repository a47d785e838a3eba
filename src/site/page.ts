import type { DomainDetail } from '../directory/detail.ts';
import type { Stats } from '../directory/record.ts';
import type { CountryCount, Survey } from '../directory/survey.ts';
import type { ProofInstructions } from '../ownership/proof-instructions.ts';
import type { Doc } from './docs.ts';
import type { Facet } from './facets.ts';
import type { Row } from './row.ts';
import type { Report } from './views/check/report.ts';

/** The directory as lists show it: every featured and listed domain, in list order. */
export interface Directory {
  readonly stats: Stats;
  readonly rows: readonly Row[];
  readonly countries: readonly CountryCount[];
  readonly survey: Survey;
}

/** A site whose authority has grown, and from what. */
export interface RisingSite {
  readonly row: Row;
  readonly from: number;
}

export interface ListPage {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly rows: readonly Row[];
}

/** A site as it was just checked. */
export interface CheckedSite extends Report {
  readonly domain: string;
  readonly url: string;
  readonly finalUrl: string;
  readonly fetchedAt: string;
  readonly status: 'valid' | 'invalid' | 'unreachable';
  readonly quality: number;
}

/** A draft as it was just written. */
export interface DraftedFile {
  readonly domain: string;
  readonly text: string;
  readonly pagesRead: number;
  readonly notes: readonly string[];
}

/** How a visitor proves control of a domain. */
export interface ClaimSteps {
  readonly token: string;
  readonly verifyEndpoint: string;
  readonly methods: readonly ProofInstructions[];
}

/** What the link of a mail leads to. The address that the mail went to is not among it. */
export interface MailPage {
  readonly title: string;
  readonly note: string | null;
  /** Null for a link that is not valid. */
  readonly domain: string | null;
  /** What the button says, which acts; null when there is nothing to do. */
  readonly button: string | null;
}

/** Why a page cannot show what was asked for. */
export interface PageProblem {
  readonly title: string;
  readonly detail: string;
}

/** What a visitor has asked a tool for, as typed, and what came of it: nothing yet on a page that was built ahead. */
interface Asked<Result> {
  readonly asked: string;
  readonly result: Result | null;
  readonly problem: PageProblem | null;
}

/** What a page shows. The kind says which page of `src/pages` may read it. */
export type Page =
  | {
      readonly kind: 'home';
      readonly stats: Stats;
      readonly newest: readonly Row[];
      readonly best: readonly Row[];
      readonly climbers: readonly RisingSite[];
    }
  | { readonly kind: 'domain'; readonly detail: DomainDetail }
  | { readonly kind: 'unknown-domain'; readonly domain: string }
  | { readonly kind: 'browse'; readonly list: ListPage; readonly facet: Facet | null }
  | { readonly kind: 'tags'; readonly tags: readonly { readonly tag: string; readonly listed: number }[] }
  | { readonly kind: 'map'; readonly countries: readonly CountryCount[] }
  | { readonly kind: 'stats'; readonly stats: Stats; readonly survey: Survey }
  | { readonly kind: 'search'; readonly query: string; readonly exact: string | null; readonly list: ListPage | null }
  | ({ readonly kind: 'check' } & Asked<CheckedSite>)
  | ({ readonly kind: 'generate' } & Asked<DraftedFile>)
  | ({ readonly kind: 'badges' } & Asked<{ readonly domain: string }>)
  | { readonly kind: 'claim'; readonly domain: string; readonly verified: boolean; readonly steps: ClaimSteps }
  | ({ readonly kind: 'mail' } & MailPage)
  | { readonly kind: 'docs'; readonly docs: readonly Doc[] }
  | { readonly kind: 'doc'; readonly doc: Doc; readonly docs: readonly Doc[] }
  | { readonly kind: 'rule'; readonly id: string }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'text' };

/** The page's data, when it is of the kind that this page shows: anything else is a fault of whoever called it. */
export function expectPage<Kind extends Page['kind']>(page: Page, kind: Kind): Extract<Page, { kind: Kind }> {
  if (!isKind(page, kind)) throw new TypeError(`this page shows ${kind}, not ${page.kind}`);
  return page;
}

function isKind<Kind extends Page['kind']>(page: Page, kind: Kind): page is Extract<Page, { kind: Kind }> {
  return page.kind === kind;
}
