import type { Status } from '../../directory/state.ts';
import { paths } from '../../directory/urls.ts';
import type { ResultsGiven } from '../views/search/results-view.ts';
import { statusMarks } from '../views/sites/marks.ts';
import { askApi } from './ask-api.ts';
import type { Hit } from './find.ts';
import { hitView } from './hit-view.ts';
import { hitOf } from './search-api.ts';

const NOT_FOUND = 404;
const STATUSES: readonly Status[] = ['pending', 'valid', 'invalid', 'unreachable'];

/** The site of a domain, from what a search has found or from the API; null where nobody knows whether it is in the directory. */
export async function findExact(domain: string, hits: readonly Hit[]): Promise<ResultsGiven['exact']> {
  const hit = hits.find((each) => each.domain === domain);
  if (hit) return { domain, site: hitView(hit) };
  const answer = await askApi(paths.lookup(domain));
  if (answer.ok) {
    const site = hitView(hitOf(answer.body));
    // Unlike a result, it may fail or wait for its first visit.
    const status = STATUSES.find((each) => each === answer.body['status']) ?? 'valid';
    return { domain, site: { ...site, marks: [...site.marks, ...statusMarks(status)] } };
  }
  return answer.body['status'] === NOT_FOUND ? { domain, site: null } : null;
}
