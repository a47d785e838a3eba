import { formatQuantity } from '../../../directory/format-numbers.ts';
import { OUTBOUND_REL } from '../../content/format/untrusted-text.ts';
import type { OutlineSection, OutlineView } from '../../content/views/outline/outline-view.ts';
import { Coded } from './Coded.tsx';

interface Props {
  readonly view: OutlineView;
  readonly open: number;
  /** True to show title and summary, if the page does not show them elsewhere. */
  readonly introduces?: boolean;
  /** URL of the whole file, if it may be linked. */
  readonly file?: { readonly url: string; readonly rel: string } | null;
}

export function Outline({ view, open, introduces = false, file = null }: Props) {
  return (
    <>
      <p class="facts-line">{view.size}</p>
      {introduces && <Introduction view={view} />}
      {view.details.length > 0 && <Details blocks={view.details} />}
      {view.sections.length === 0 && <p class="empty">The file has no sections with links.</p>}
      {view.sections.map((section, at) => (
        <Section section={section} isOpen={at < open} />
      ))}
      {view.empty.length > 0 && <EmptySections titles={view.empty} />}
      {view.scope && (
        <p class="note">
          {view.scope}{' '}
          {file && (
            <a href={file.url} rel={file.rel}>
              The whole file
            </a>
          )}
        </p>
      )}
    </>
  );
}

/** Shows a section. The links decide the direction, because `dir` skips the `bdi` of the heading. */
function Section({ section, isOpen }: { readonly section: OutlineSection; readonly isOpen: boolean }) {
  const { title, links, count } = section;
  return (
    <details class="outline-section" dir="auto" open={isOpen}>
      <summary>
        <bdi>{title}</bdi> <bdi class="quiet">{count}</bdi>
      </summary>
      <ul>
        {links.map((link) => (
          <Link link={link} />
        ))}
      </ul>
    </details>
  );
}

function EmptySections({ titles }: { readonly titles: readonly string[] }) {
  return (
    <details class="empty-sections">
      <summary>{formatQuantity(titles.length, 'heading')} without links</summary>
      <ul>
        {titles.map((title) => (
          <li>
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Introduction({ view: { title, summary } }: Pick<Props, 'view'>) {
  return (
    <>
      {title === null ? (
        <p class="empty">This file has no title.</p>
      ) : (
        <p class="site-title">
          <bdi>{title}</bdi>
        </p>
      )}
      {summary && (
        <p>
          <bdi>{summary}</bdi>
        </p>
      )}
    </>
  );
}

function Details({ blocks }: { readonly blocks: OutlineView['details'] }) {
  return (
    <div class="details-text">
      {blocks.map((block) =>
        typeof block === 'string' ? (
          <p dir="auto">
            <Coded text={block} />
          </p>
        ) : (
          <ul>
            {block.map((item) => (
              <li dir="auto">
                <Coded text={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}

/** Shows a link. The style sheet isolates names and notes like `bdi`, because there are many. */
function Link({ link: { name, url, notes } }: { readonly link: OutlineSection['links'][number] }) {
  return (
    <li>
      {url === null ? (
        <bdi>{name}</bdi>
      ) : (
        <a href={url} rel={OUTBOUND_REL}>
          {name}
        </a>
      )}
      {notes && (
        <span>
          <Coded text={notes} />
        </span>
      )}
    </li>
  );
}
