import type { ErrorCode } from '../directory/errors.ts';
import type { PackageResolution } from '../directory/package-resolution.ts';
import type { Stats } from '../directory/record.ts';
import type { Resolution } from '../directory/resolution.ts';
import type { CountryCount, Survey } from '../directory/survey.ts';
import type { FacetCount } from './facets.ts';
import type { SiteToAdd } from './views/add/add-view.ts';
import type { BrowseFacts } from './views/browse/browse-facts.ts';
import type { CheckedFile } from './views/check/check-view.ts';
import type { ClaimFacts } from './views/claim/claim-page-view.ts';
import type { ClaimedFacts } from './views/claim/claimed-view.ts';
import type { Doc } from './views/docs/doc.ts';
import type { DomainView } from './views/domain/domain-view.ts';
import type { DraftAnswer } from './views/draft/draft-view.ts';
import type { HomeFacts } from './views/home/home-facts.ts';
import type { OpenDataFacts } from './views/open-data/open-data-view.ts';
import type { SearchFacts } from './views/search/search-facts.ts';
import type { CountedTag } from './views/tags/tags-view.ts';

/** What a page shows, before it is put into words: `kind` says which view and which file of `src/pages` take it. */
export type Page =
  | ({ readonly kind: 'home' } & HomeFacts)
  /** As a view already: it is put into words once for all its formats. */
  | { readonly kind: 'domain'; readonly view: DomainView }
  | { readonly kind: 'unknown-domain'; readonly domain: string }
  | ({ readonly kind: 'browse' } & BrowseFacts)
  | { readonly kind: 'topics'; readonly counts: readonly FacetCount[] }
  | { readonly kind: 'tags'; readonly tags: readonly CountedTag[] }
  | { readonly kind: 'map'; readonly countries: readonly CountryCount[] }
  | ({ readonly kind: 'data' } & OpenDataFacts)
  | { readonly kind: 'stats'; readonly stats: Stats; readonly survey: Survey }
  | ({ readonly kind: 'search' } & SearchFacts)
  | ({ readonly kind: 'check' } & Asked<CheckedFile>)
  | ({ readonly kind: 'add' } & Asked<SiteToAdd>)
  | ({ readonly kind: 'generate' } & Asked<DraftAnswer>)
  | ({ readonly kind: 'badges' } & Asked<{ readonly domain: string }>)
  | ({ readonly kind: 'resolve' } & Asked<Resolution | PackageResolution>)
  | ({ readonly kind: 'claim' } & ClaimFacts)
  | ({ readonly kind: 'claimed' } & ClaimedFacts)
  | { readonly kind: 'owner' }
  | ({ readonly kind: 'mail' } & MailPage)
  | { readonly kind: 'docs'; readonly docs: readonly Doc[] }
  | { readonly kind: 'doc'; readonly doc: Doc; readonly docs: readonly Doc[]; readonly example: string }
  | { readonly kind: 'rules' }
  | { readonly kind: 'rule'; readonly id: string }
  | { readonly kind: 'errors' }
  | { readonly kind: 'error'; readonly code: string }
  | ({ readonly kind: 'problem' } & FailedRequest)
  | { readonly kind: 'not-found' };

/** Why a request failed, as its problem document says it. */
interface FailedRequest {
  readonly code: ErrorCode;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly remedy: string;
  readonly requestId: string;
}

/** What a visitor has asked a tool for, as typed, and what came of it: nothing yet on a page that was built ahead. */
interface Asked<Result> {
  readonly asked: string;
  readonly result: Result | null;
  readonly problem: PageProblem | null;
}

/** Why a page cannot show what was asked for. */
export interface PageProblem {
  readonly title: string;
  readonly detail: string;
  /** Where the visitor can go on; null where the form itself is to be corrected. */
  readonly next: { readonly label: string; readonly path: string } | null;
}

/** What the link of a mail leads to. The address that the mail went to is not among it. */
export interface MailPage {
  readonly title: string;
  readonly note: string | null;
  /** Null for a link that is not valid. */
  readonly domain: string | null;
  /** The label of the button that acts; null when there is nothing to do. */
  readonly button: string | null;
  /** Where the button posts to; null for the address of the page. */
  readonly action: string | null;
}

/** The page's data, when it is of the kind that this page shows: anything else is a mistake of the caller. */
export function expectPage<Kind extends Page['kind']>(page: Page, kind: Kind): Extract<Page, { kind: Kind }> {
  if (!isKind(page, kind)) throw new TypeError(`this page shows ${kind}, not ${page.kind}`);
  return page;
}

function isKind<Kind extends Page['kind']>(page: Page, kind: Kind): page is Extract<Page, { kind: Kind }> {
  return page.kind === kind;
}
