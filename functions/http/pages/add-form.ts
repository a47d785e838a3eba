import { paths } from '../../../src/directory/urls.ts';
import { perform } from '../../../src/operations/perform.ts';
import { registerSite } from '../../../src/operations/sites/register-site.ts';
import { NO_PROGRESS } from '../../visits/site-visits.ts';
import { toCaller } from '../api/answer-operation.ts';
import { type Answer, redirectTo } from '../pipeline/answer.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import { readForm } from '../pipeline/read-body.ts';
import type { PageDeps, PageServices } from './page-deps.ts';

/** Adds the domain of a form, and redirects to its page or claim. */
export async function answerAddForm(c: AppContext, deps: PageDeps, { takeQuota }: PageServices): Promise<Answer> {
  await takeQuota(c, 'register');
  const form = await readForm(c.req.raw);
  const caller = toCaller(c, deps, NO_PROGRESS);
  const { domain } = await perform(registerSite, deps, caller, { domain: form.get('domain') });
  return redirectTo(form.get('next') === 'claim' ? paths.claim(domain) : paths.domain(domain));
}
