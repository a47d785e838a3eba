import { paths } from '../../../directory/urls.ts';
import type { Highlight } from '../../content/views/search/highlight.ts';
import type { LinkView } from '../../content/views/search/link-view.ts';
import type { ResultsView } from '../../content/views/search/results-view.ts';
import type { SearchView } from '../../content/views/search/search-view.ts';
import { Highlighted } from './Highlighted.tsx';
import { SiteList, Why } from './SiteList.tsx';

interface Props {
  readonly results: ResultsView;
  readonly pages?: SearchView['pages'];
  readonly topics?: SearchView['topics'];
  readonly highlight?: Highlight | undefined;
}

/** Shows search results: the named site, the correction, the best pages inside files, and the sites. */
export function SearchResults({ results, pages = [], topics = [], highlight }: Props) {
  const { exact, suggestion, sites, empty } = results;
  return (
    <>
      {exact && <Exact exact={exact} />}
      {suggestion && (
        <p class="suggestion">
          Did you mean <a href={suggestion.path}>{suggestion.query}</a>?
        </p>
      )}
      {pages.length > 0 && (
        <section class="in-files" aria-labelledby="in-files-heading">
          <h2 id="in-files-heading">In their files</h2>
          <PageList pages={pages} highlight={highlight} isShort />
        </section>
      )}
      {empty !== null && <p class="empty">{empty}</p>}
      {topics.length > 0 && (
        <p class="examples">
          Or browse{' '}
          {topics.map(({ name, path }) => (
            <a key={path} href={path}>
              {name}
            </a>
          ))}
          <a href={paths.topics}>all topics</a>
        </p>
      )}
      {sites.length > 0 && <SiteList sites={sites} empty="" highlight={highlight} />}
    </>
  );
}

interface PageListProps {
  readonly pages: readonly LinkView[];
  readonly highlight?: Highlight | undefined;
  /** True to show notes only if the names do not match. */
  readonly isShort?: boolean;
}

export function PageList({ pages, highlight, isShort = false }: PageListProps) {
  const isMarked = (name: string | null) => name !== null && highlight?.(name).some(({ isMatch }) => isMatch);
  return (
    <ol class={isShort ? 'plain pages short' : 'plain pages'}>
      {pages.map(({ url, section, title, notes, domain, path, site }) => (
        <li key={`${domain} ${url}`}>
          <Why
            why={{ link: { url, section, title }, text: isShort && [section, title].some(isMarked) ? null : notes }}
            highlight={highlight}
          />
          <p class="site-meta">
            <a href={path}>
              <Highlighted text={site ?? domain} highlight={highlight} />
            </a>
            {site && !isShort && <span>{domain}</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Exact({ exact: { domain, site, checkPath, addPath } }: { readonly exact: NonNullable<ResultsView['exact']> }) {
  return (
    <div class="panel exact">
      {site ? (
        <SiteList sites={[site]} empty="" />
      ) : (
        <p>
          <strong class="host">{domain}</strong> is not listed:{' '}
          <a href={checkPath} rel="nofollow">
            check it
          </a>{' '}
          or{' '}
          <a href={addPath} rel="nofollow">
            add it
          </a>
          .
        </p>
      )}
    </div>
  );
}
