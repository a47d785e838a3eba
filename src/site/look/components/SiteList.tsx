import { OUTBOUND_REL } from '../../content/format/untrusted-text.ts';
import type { Highlight } from '../../content/views/search/highlight.ts';
import type { SiteView, TagView } from '../../content/views/sites/site-view.ts';
import { Highlighted } from './Highlighted.tsx';
import { SiteIcon } from './SiteIcon.tsx';

interface Props {
  readonly sites: readonly SiteView[];
  /** Text of an empty list, with reason and advice. */
  readonly empty: string;
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

function Site({ site: { domain, path, name, about, why, marks, authority, facts, tags }, highlight }: SiteProps) {
  return (
    <li>
      <SiteIcon domain={domain} name={name} />
      <div class="site-line">
        <a class="site-name" href={path}>
          {name && (
            <>
              <Highlighted text={name} highlight={highlight} />{' '}
            </>
          )}
          <Highlighted look="site-domain" text={domain} highlight={highlight} />
        </a>
        {marks.map(({ look, label }) => (
          <span class={look}>{label}</span>
        ))}
      </div>
      {about && (
        <p class="site-about">
          <Highlighted text={about} highlight={highlight} />
        </p>
      )}
      {why && <Why why={why} highlight={highlight} />}
      <p class="site-meta">
        {facts.map((fact) => (fact.path ? <a href={fact.path}>{fact.text}</a> : <span>{fact.text}</span>))}
        {tags.map((tag) => (
          <Tag tag={tag} />
        ))}
      </p>
      <span class="site-score">
        {authority ?? '–'} <small>authority</small>
      </span>
    </li>
  );
}

interface WhyProps {
  readonly why: NonNullable<SiteView['why']>;
  readonly highlight: Highlight | undefined;
}

/** Shows the reason of a match: a link, or text of the site's file. */
export function Why({ why: { link, text }, highlight }: WhyProps) {
  return (
    <p class="site-why">
      {link && (
        <a class="file-link" href={link.url} rel={OUTBOUND_REL}>
          {link.section && (
            <>
              <Highlighted text={link.section} highlight={highlight} /> ›{' '}
            </>
          )}
          <Highlighted text={link.title} highlight={highlight} />
        </a>
      )}{' '}
      {text && <Highlighted text={text} highlight={highlight} />}
    </p>
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
