import { formatQuantity } from '../../../directory/format-numbers.ts';
import { paths } from '../../../directory/urls.ts';
import { TIER_LABELS } from '../../content/format/status-words.ts';
import { cleanText } from '../../content/format/untrusted-text.ts';
import { listMarks } from '../../content/views/sites/marks.ts';
import { SiteList } from '../../look/components/SiteList.tsx';
import type { OwnerRecord } from './owner-answers.ts';

const MAX_TITLE_CHARACTERS = 80;
const MAX_ABOUT_CHARACTERS = 160;
const MAX_TAGS = 4;

/**
 * Entry as in lists and searches, without links to lists, because `siteView` needs all facets, which are too large
 * for a browser.
 */
export function Preview({ record }: { readonly record: OwnerRecord }) {
  const { domain, title, description, summary, authority, links, tags, tier } = record;
  const about = description ?? summary;
  const site = {
    domain,
    path: paths.domain(domain),
    name: title && cleanText(title, MAX_TITLE_CHARACTERS),
    about: about && cleanText(about, MAX_ABOUT_CHARACTERS),
    marks: listMarks(record),
    authority,
    facts: links === null ? [] : [{ text: formatQuantity(links, 'link'), path: null }],
    tags: tags.slice(0, MAX_TAGS).map((name) => ({ name, path: null })),
  };
  return (
    <section class="panel" aria-labelledby="preview">
      <h2 id="preview">Your site in lists</h2>
      {(tier === 'unlisted' || tier === 'rejected') && <p class="warning-line">{TIER_LABELS[tier].meaning}</p>}
      <SiteList sites={[site]} empty="" />
    </section>
  );
}
