import { paths } from '../../directory/urls.ts';
import { listMarks } from '../views/sites/marks.ts';
import type { SiteView } from '../views/sites/site-view.ts';
import type { Hit } from './find.ts';

/** A result as an entry of a list. Every result is a valid site. */
export function hitView({ domain, name, about, authority, verified, featured }: Hit): SiteView {
  return {
    domain,
    path: paths.domain(domain),
    name,
    about,
    marks: listMarks({ verified, tier: featured ? 'featured' : 'listed', status: 'valid' }),
    authority,
    facts: [],
    tags: [],
  };
}
