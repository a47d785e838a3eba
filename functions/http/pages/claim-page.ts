import { z } from 'zod';
import { type DirectoryError, ERRORS } from '../../../src/directory/errors.ts';
import { PROOF_METHODS } from '../../../src/directory/proof-methods.ts';
import { paths } from '../../../src/directory/urls.ts';
import { findDomainName } from '../../../src/operations/domain-param.ts';
import { getVerification } from '../../../src/operations/ownership/get-verification.ts';
import { verificationFor } from '../../../src/operations/ownership/verification.ts';
import { ProofNotFound, verifySite } from '../../../src/operations/ownership/verify-site.ts';
import { perform } from '../../../src/operations/perform.ts';
import type { ClaimSteps, ProofAttempt } from '../../../src/site/content/views/claim/claim-page-view.ts';
import { NO_PROGRESS } from '../../visits/site-visits.ts';
import { toCaller } from '../api/answer-operation.ts';
import { type Answer, uncachedAnswer } from '../pipeline/answer.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import { explainFailure, failureFields } from '../pipeline/problem.ts';
import { readForm } from '../pipeline/read-body.ts';
import type { PageDeps, PageServices } from './page-deps.ts';
import { acceptsMarkdown } from './tool-pages.ts';

/** Serves the steps of a claim with the visitor's token, as HTML or Markdown. The domain may be untracked. */
export async function answerClaimPage(
  c: AppContext,
  deps: PageDeps,
  { pages, takeQuota }: PageServices,
): Promise<Answer> {
  const segment = c.req.param('name') ?? '';
  await takeQuota(c, 'read');
  const twin = segment.endsWith('.md') ? await findTracked(segment.slice(0, -'.md'.length), deps) : null;
  const domain = twin?.facts.domain ?? findDomainName(segment, 'name', deps);
  if (domain === null) return await pages.answer(c);
  const site = twin ?? (await findSite(domain, deps));
  const caller = toCaller(c, deps, NO_PROGRESS);
  const { token, verify_endpoint } = await perform(getVerification, deps, caller, { domain });
  const steps = { token, verifyEndpoint: verify_endpoint, isKept: caller.keepsClaim };
  const page = { kind: 'claim', domain, site, steps, attempt: null } as const;
  return uncachedAnswer(
    twin !== null || acceptsMarkdown(c)
      ? await deps.renderer.showMarkdown(page)
      : await deps.renderer.show(paths.claim(domain), page),
  );
}

/**
 * Finds a tracked domain. `.md` is also a country domain, so the sibling is served only if the name before it is
 * tracked.
 */
async function findTracked(name: string, deps: PageDeps) {
  const domain = findDomainName(name, 'name', deps);
  return domain === null ? null : await findSite(domain, deps);
}

async function findSite(domain: string, { store }: Pick<PageDeps, 'store'>) {
  return (await store.getSummaries([domain]))[0] ?? null;
}

const chosenSchema = z.enum(PROOF_METHODS).nullable().catch(null);

/**
 * Verifies the claim of the form. Serves the page with the owner key, or the steps with the content found in each
 * place.
 */
export async function answerProofForm(
  c: AppContext,
  deps: PageDeps,
  { pages, takeQuota }: PageServices,
): Promise<Answer> {
  const domain = findDomainName(c.req.param('name') ?? '', 'name', deps);
  await takeQuota(c, 'verify');
  if (domain === null) return await pages.notFound();
  const form = await readForm(c.req.raw);
  const claim = form.get('claim') ?? '';
  const caller = toCaller(c, deps, NO_PROGRESS);
  try {
    const { via, api_key: key, badge } = await perform(verifySite, deps, caller, { domain, claim });
    const page = { kind: 'claimed', domain, via, key, badgeHtml: badge.html } as const;
    return uncachedAnswer(await deps.renderer.show('/claimed', page));
  } catch (caught) {
    const error = explainFailure(caught, deps.log, 'request.failed', c.get('requestId'));
    const chosen = chosenSchema.parse(form.get('method'));
    const steps = await readSteps(domain, claim, error, caller.keepsClaim, deps);
    const site = await findSite(domain, deps);
    const page = { kind: 'claim', domain, site, steps, attempt: toAttempt(error, chosen) } as const;
    const { contentType, body } = await deps.renderer.show(paths.claim(domain), page);
    return uncachedAnswer({ status: ERRORS[error.code].status, contentType, body }, failureFields(error));
  }
}

/** Serves the steps with the visitor's token. Rejects with `error` if the form contains no claim. */
async function readSteps(
  domain: string,
  claim: string,
  error: DirectoryError,
  isKept: boolean,
  deps: PageDeps,
): Promise<ClaimSteps> {
  if (error.code === 'request.invalid') throw error;
  const { generation, llms_txt: llmsTxt } = await deps.store.getClaimStanding(domain);
  const { token, verify_endpoint } = verificationFor({ domain, llmsTxt }, claim, generation, deps);
  return { token, verifyEndpoint: verify_endpoint, isKept };
}

function toAttempt(error: DirectoryError, chosen: ProofAttempt['chosen']): ProofAttempt {
  const { reports, nextLookS } = error instanceof ProofNotFound ? error : { reports: [], nextLookS: 0 };
  return { chosen, problem: error.message, reports, nextLookS };
}
