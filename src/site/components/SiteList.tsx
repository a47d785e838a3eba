import type { Highlight } from '../views/search/highlight.ts';
import type { SiteView, TagView } from '../views/sites/site-view.ts';
import { Highlighted } from './Highlighted.tsx';

interface Props {
  readonly sites: readonly SiteView[];
  /** Shown where there is no site: why, and what to do. */
  readonly empty: string;
  /** Marks what a search has matched. */
  readonly highlight?: Highlight | undefined;
}

export function SiteList({ sites, empty, highlight }: Props) {
  if (sites.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ol class="sites">
      {sites.map((site) => (
        <Site key={site.domain} site={site} highlight={highlight} />
      ))}
    </ol>
  );
}

interface SiteProps {
  readonly site: SiteView;
  readonly highlight: Highlight | undefined;
}

function Site({ site: { domain, path, name, about, marks, authority, facts, tags }, highlight }: SiteProps) {
  return (
    <li>
      <div class="site-line">
        <a class="site-name" href={path}>
          <Highlighted text={domain} highlight={highlight} />
        </a>
        {marks.map(({ look, label }) => (
          <span class={look}>{label}</span>
        ))}
      </div>
      <p class="site-about">
        {name && (
          <bdi class="site-own-name">
            <Highlighted text={name} highlight={highlight} />
          </bdi>
        )}
        {about && (
          <bdi>
            <Highlighted text={about} highlight={highlight} />
          </bdi>
        )}
      </p>
      <p class="site-meta">
        {facts.map((fact) => (fact.path ? <a href={fact.path}>{fact.text}</a> : <span>{fact.text}</span>))}
        {tags.map((tag) => (
          <Tag tag={tag} />
        ))}
      </p>
      <span class="site-score" title="authority">
        {authority ?? '–'}
      </span>
    </li>
  );
}

function Tag({ tag: { name, path } }: { readonly tag: TagView }) {
  const words = <bdi>{name}</bdi>;
  return path === null ? (
    <span class="tag">{words}</span>
  ) : (
    <a class="tag" href={path}>
      {words}
    </a>
  );
}
