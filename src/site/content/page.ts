import type { ErrorCode } from '../../directory/errors.ts';
import type { PackageResolution } from '../../directory/package-resolution.ts';
import type { ProofMethod } from '../../directory/proof-methods.ts';
import type { Stats } from '../../directory/record.ts';
import type { Resolution } from '../../directory/resolution.ts';
import type { CountryCount, Survey } from '../../directory/survey.ts';
import type { FacetCount } from './facets.ts';
import type { SiteToAdd } from './views/add/add-view.ts';
import type { BrowseData } from './views/browse/browse-view.ts';
import type { CheckedFile } from './views/check/check-view.ts';
import type { ClaimData } from './views/claim/claim-page-view.ts';
import type { Doc, DocData } from './views/docs/doc.ts';
import type { DomainView } from './views/domain/domain-view.ts';
import type { SiteDraft } from './views/draft/draft-view.ts';
import type { HomeData } from './views/home/home-data.ts';
import type { OpenDataOptions } from './views/open-data/open-data-view.ts';
import type { SearchData } from './views/search/search-data.ts';
import type { CountedTag } from './views/tags/tags-view.ts';

/** Data of a page. `kind` selects the view and the file of `src/pages`. */
export type Page =
  | ({ readonly kind: 'home' } & HomeData)
  /** The view, created once for all formats. */
  | { readonly kind: 'domain'; readonly view: DomainView }
  | { readonly kind: 'unknown-domain'; readonly domain: string }
  | ({ readonly kind: 'browse' } & BrowseData)
  | { readonly kind: 'topics'; readonly counts: readonly FacetCount[] }
  | { readonly kind: 'tags'; readonly tags: readonly CountedTag[] }
  | { readonly kind: 'map'; readonly countries: readonly CountryCount[] }
  | ({ readonly kind: 'data' } & OpenDataOptions)
  | { readonly kind: 'stats'; readonly stats: Stats; readonly survey: Survey }
  | ({ readonly kind: 'search' } & SearchData)
  | ({ readonly kind: 'check' } & Asked<CheckedFile> & Example)
  | ({ readonly kind: 'add' } & Asked<SiteToAdd>)
  | ({ readonly kind: 'generate' } & Asked<SiteDraft> & Example)
  | ({ readonly kind: 'badges' } & Asked<{ readonly domain: string }>)
  | ({ readonly kind: 'resolve' } & Asked<Resolution | PackageResolution>)
  | ({ readonly kind: 'claim' } & ClaimData)
  | ({ readonly kind: 'claimed' } & ClaimedData)
  | { readonly kind: 'owner' }
  | ({ readonly kind: 'mail' } & MailPage)
  | { readonly kind: 'docs'; readonly docs: readonly Doc[] }
  | ({ readonly kind: 'doc'; readonly doc: Doc; readonly docs: readonly Doc[] } & Example)
  | { readonly kind: 'rules' }
  | { readonly kind: 'rule'; readonly id: string }
  | { readonly kind: 'errors' }
  | { readonly kind: 'error'; readonly code: string }
  | ({ readonly kind: 'problem' } & FailedRequest)
  | { readonly kind: 'not-found' };

/** Result of a found proof. Only this page shows the key. */
interface ClaimedData {
  readonly domain: string;
  readonly via: ProofMethod;
  readonly key: string;
  readonly badgeHtml: string;
}

/** Failure of a request from its problem document. */
interface FailedRequest {
  readonly code: ErrorCode;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly remedy: string;
  readonly requestId: string;
}

type Example = Pick<DocData, 'example'>;

/** Input of a tool as typed, with its result. A built page has no result. */
interface Asked<Result> {
  readonly asked: string;
  readonly result: Result | null;
  readonly problem: PageProblem | null;
}

/** Problem that prevents the result of a page. */
export interface PageProblem {
  readonly title: string;
  readonly detail: string;
  /** Next step for the visitor. Null if the visitor must correct the form. */
  readonly next: { readonly label: string; readonly path: string } | null;
}

/** Page of an email link, without the recipient's address. */
export interface MailPage {
  readonly title: string;
  readonly note: string | null;
  /** Domain of the link. Null if the link is invalid. */
  readonly domain: string | null;
  readonly button: string | null;
  /** URL to which the button posts. Null for the URL of the page. */
  readonly action: string | null;
}

/** Returns the page's data if it has the expected kind. Throws for another kind. */
export function expectPage<Kind extends Page['kind']>(page: Page, kind: Kind): Extract<Page, { kind: Kind }> {
  if (!isKind(page, kind)) throw new TypeError(`this page shows ${kind}, not ${page.kind}`);
  return page;
}

function isKind<Kind extends Page['kind']>(page: Page, kind: Kind): page is Extract<Page, { kind: Kind }> {
  return page.kind === kind;
}
