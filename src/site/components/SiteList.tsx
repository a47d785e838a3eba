import type { SiteView, TagView } from '../views/sites/site-view.ts';

interface Props {
  readonly sites: readonly SiteView[];
  /** Shown where there is no site: why, and what to do. */
  readonly empty: string;
}

export function SiteList({ sites, empty }: Props) {
  if (sites.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ol class="sites">
      {sites.map((site) => (
        <Site key={site.domain} site={site} />
      ))}
    </ol>
  );
}

function Site({ site: { domain, path, name, about, marks, authority, facts, tags } }: { readonly site: SiteView }) {
  return (
    <li>
      <div class="site-line">
        <a class="site-name" href={path}>
          {domain}
        </a>
        {marks.map(({ look, label }) => (
          <span class={look}>{label}</span>
        ))}
      </div>
      <p class="site-about">
        {name && <bdi class="site-own-name">{name}</bdi>}
        {about && <bdi>{about}</bdi>}
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
