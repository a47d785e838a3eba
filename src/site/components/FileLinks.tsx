import { OUTBOUND_REL } from '../format/untrusted-text.ts';
import type { Highlight } from '../views/search/highlight.ts';
import type { LinkView } from '../views/search/link-view.ts';
import { Highlighted } from './Highlighted.tsx';

interface Props {
  readonly links: readonly LinkView[];
  readonly highlight?: Highlight | undefined;
}

/** What a search has found inside the files of sites; nothing where it has found nothing. */
export function FileLinks({ links, highlight }: Props) {
  if (links.length === 0) return null;
  return (
    <section class="in-files" aria-labelledby="in-files-heading">
      <h2 id="in-files-heading">In their files</h2>
      <ol class="plain">
        {links.map(({ url, section, title, notes, domain, path, site }) => (
          <li key={`${domain} ${url}`}>
            <a class="file-link" href={url} rel={OUTBOUND_REL}>
              {section && (
                <>
                  <bdi>{section}</bdi> ›{' '}
                </>
              )}
              <bdi>
                <Highlighted text={title} highlight={highlight} />
              </bdi>
            </a>
            {notes && (
              <p class="site-about">
                <bdi>
                  <Highlighted text={notes} highlight={highlight} />
                </bdi>
              </p>
            )}
            <p class="site-meta">
              <a href={path}>{domain}</a>
              {site && (
                <bdi>
                  <Highlighted text={site} highlight={highlight} />
                </bdi>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
