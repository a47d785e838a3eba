import type { Highlight } from '../views/search/highlight.ts';
import type { ResultsView } from '../views/search/results-view.ts';
import { SiteList } from './SiteList.tsx';

interface Props {
  readonly results: ResultsView;
  readonly highlight?: Highlight | undefined;
}

/** What a search has found: the site of that name, what may have been meant, and the sites. */
export function SearchResults({ results: { exact, suggestion, sites, empty }, highlight }: Props) {
  return (
    <>
      {exact && <Exact exact={exact} />}
      {suggestion && (
        <p class="suggestion">
          Did you mean <a href={suggestion.path}>{suggestion.query}</a>?
        </p>
      )}
      {empty !== null && <p class="empty">{empty}</p>}
      {sites.length > 0 && <SiteList sites={sites} empty="" highlight={highlight} />}
    </>
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
