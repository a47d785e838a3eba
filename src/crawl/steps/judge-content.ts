import { isOnSite } from '../../directory/domain-name.ts';
import { hasBorrowedFile } from '../../directory/scoring/borrowed.ts';
import { firstChangedAt } from '../../directory/scoring/freshness.ts';
import { isUndecided, leavesDomain, type Outcome } from '../../directory/scoring/outcome.ts';
import type { Standing } from '../../directory/scoring/status.ts';
import type { DomainState } from '../../directory/state.ts';
import type { Observation } from '../../directory/visit.ts';
import { findTopics } from '../../topics/find-topics.ts';
import { describeSite, type SiteDescription } from './describe-site.ts';

const VALIDATOR = /^[\x20-\x7e]{1,256}$/;

type Content = Partial<
  Pick<
    DomainState,
    | 'llms_txt'
    | 'llms_full_txt'
    | 'title'
    | 'summary'
    | 'summary_source'
    | 'topics'
    | 'sections'
    | 'links'
    | 'generator'
    | 'content_hash'
    | 'content_changed_at'
    | 'cross_domain_redirect'
    | 'etag'
    | 'last_modified'
  >
>;

/**
 * Computes the data of the file after a visit. If the response decided nothing, the result omits it, so the stored data stays.
 */
export function contentAfter(
  previous: DomainState,
  observation: Observation,
  outcome: Outcome,
  standing: Standing,
): Content {
  if (observation.notModified || outcome.kind === 'network') return {};
  if (outcome.kind === 'valid') return { ...readContent(previous, observation), ...toVersion(previous, observation) };
  // Drop the validators after any other response, so that the next visit reads the whole file.
  const withoutValidators = { etag: null, last_modified: null };
  return outcome.kind === 'definitive' && standing.status === 'invalid'
    ? { ...readContent(previous, observation), ...withoutValidators }
    : withoutValidators;
}

/** Description in place of text of another site, such as a borrowed file or the homepage after a redirect. */
const NOTHING_SAID: SiteDescription = { title: null, summary: null, summary_source: null };

function readContent(previous: DomainState, observation: Observation): Content {
  const { domain } = previous;
  const { inspection, fullFile, response } = observation;
  const homepage = observation.homepage && isOnSite(observation.homepage.url, domain) ? observation.homepage : null;
  const document = inspection?.document ?? null;
  const isBorrowed = hasBorrowedFile(observation);
  const described = isBorrowed
    ? describeSite(domain, null, homepage, NOTHING_SAID)
    : describeSite(domain, document, homepage, observation.homepage === null ? previous : NOTHING_SAID);
  return {
    llms_txt: document ? response.url : null,
    cross_domain_redirect: leavesDomain(observation),
    // A visit without a file does not look for llms-full.txt, so the earlier URL may be dead.
    llms_full_txt: document ? fullFileAfter(previous.llms_full_txt, fullFile) : null,
    ...described,
    topics: isBorrowed ? [] : topicsAfter(previous, described, inspection),
    sections: document?.sections ?? null,
    links: document?.links ?? null,
    generator: isBorrowed ? null : (document?.generator ?? null),
  };
}

/** Computes topics from the file only, because a site whose file is empty has no topic. */
function topicsAfter(
  { domain, tags }: DomainState,
  { title, summary }: SiteDescription,
  inspection: Observation['inspection'],
): string[] {
  if (!inspection?.document) return [];
  return findTopics({ domain, title, summary, tags, ...inspection.document.searchText });
}

/** Returns the URL of the llms-full.txt. A failed or refused request decides nothing, so the earlier URL stays. */
function fullFileAfter(before: string | null, fullFile: Observation['fullFile']): string | null {
  if (fullFile === null) return before;
  const { url, status, kind } = fullFile;
  if (isUndecided(status)) return before;
  return status === 200 && kind === 'text' ? url : null;
}

function toVersion(previous: DomainState, { contentHash, response, at }: Observation): Content {
  const lastModified = response.headers['last-modified'] ?? null;
  const validators = { etag: validator(response.headers['etag']), last_modified: validator(lastModified) };
  if (contentHash === previous.content_hash) return validators;
  return {
    ...validators,
    content_hash: contentHash,
    content_changed_at: previous.content_hash === null ? firstChangedAt(lastModified, at) : at,
  };
}

/** Returns a validator for the next request, or null for a validator that does not fit one short header line. */
function validator(value: string | null | undefined): string | null {
  return value && VALIDATOR.test(value) ? value : null;
}
