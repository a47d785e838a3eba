import { isBlockedStatus, isSuccess, isTemporaryStatus } from '#llmstxt';
import { isOnSite } from '../domain-name.ts';
import type { Observation } from '../visit.ts';

/** Outcome of one visit, without earlier visits. `reason` is a rule id, a fetch failure, or `robots`. */
export type Outcome =
  | { readonly kind: 'valid' }
  | { readonly kind: 'definitive' | 'network' | 'blocked'; readonly reason: string };

export function toOutcome(observation: Observation): Outcome {
  const { response, inspection, robots } = observation;
  if (robots === 'disallowed' || robots === 'opt-out') return { kind: 'blocked', reason: 'robots' };
  if (observation.notModified) return { kind: 'valid' };
  const { status, failure } = response;
  if (failure !== null || status === null) return { kind: 'network', reason: failure ?? 'no-answer' };
  // Count a 304 to an unconditional request as a failure, because it proves nothing about the file.
  if (status === 304) return { kind: 'network', reason: 'protocol' };
  if (isBlockedStatus(status) || isRefusal(observation)) return { kind: 'blocked', reason: 'blocked' };
  if (isTemporaryStatus(status)) return { kind: 'network', reason: 'server-error' };
  if (isSuccess(status) && inspection?.valid) return { kind: 'valid' };
  const error = inspection?.findings.find((finding) => finding.severity === 'error');
  return { kind: 'definitive', reason: error?.id ?? 'not-found' };
}

/** Reports whether a response decides nothing: the request failed, the site refused, or it may answer later. */
export function isUndecided(status: number | null): boolean {
  return status === null || isBlockedStatus(status) || isTemporaryStatus(status);
}

function isRefusal({ inspection }: Observation): boolean {
  return inspection?.findings.some((finding) => finding.id === 'blocked') ?? false;
}

/** Reports whether the responding host has a valid certificate. Returns null if no connection reached TLS. */
export function hasValidCertificate({ response }: Observation): boolean | null {
  if (response.plainHttp || response.failure === 'tls') return false;
  return response.status === null ? null : response.finalUrl.startsWith('https:');
}

/** Reports whether the file came from another registrable domain. Returns null without a response. */
export function leavesDomain({ domain, response }: Observation): boolean | null {
  if (response.status === null) return null;
  return !isOnSite(response.finalUrl, domain);
}
