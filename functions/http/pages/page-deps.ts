import type { SigningKey } from '../../../src/fetch/signatures/signing-key.ts';
import type { Renderer } from '../../../src/site/build/renderer.ts';
import type { BadgeData } from '../../../src/site/content/badge.ts';
import type { Store } from '../../../src/store/store.ts';
import type { SiteVisits } from '../../visits/site-visits.ts';
import type { OperationAnswerDeps } from '../api/answer-operation.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { AnswerCache } from '../pipeline/answer-cache.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import type { Metrics } from '../pipeline/metrics.ts';
import type { TakeQuota } from '../pipeline/take-quota.ts';
import type { SitePages } from './site-pages.ts';

/** Dependencies of the pages, passed by the program. */
export interface PageDeps extends Omit<OperationAnswerDeps, 'visits'> {
  readonly store: OperationAnswerDeps['store'] &
    Pick<Store, 'getSummaries' | 'getChannels' | 'confirmEmail' | 'unsubscribeEmail'>;
  readonly visits: SiteVisits;
  readonly renderer: Pick<Renderer, 'show' | 'showMarkdown'>;
  /** Signing key of the crawler, with the next or previous key. Empty if requests are not signed. */
  readonly signingKeys: readonly SigningKey[];
  /** `mailto:` or `https:` URL of the operator. If null, the policy page has the contact. */
  readonly securityContact: string | null;
  readonly metrics?: Metrics | undefined;
}

/** Parts of the app that the pages share. */
export interface PageServices {
  readonly pages: SitePages;
  readonly takeQuota: TakeQuota;
  /** Cache of the data of badges. */
  readonly facts: AnswerCache<BadgeData>;
  /** Serves the record of a domain as data, or a problem. */
  answerRecord(c: AppContext, input: { readonly domain: string }): Promise<Answer>;
}
