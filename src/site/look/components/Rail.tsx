import type { RailGroup } from '../../content/views/browse/rail.ts';

/** Shows the filters of a list, after the list in the document, so that the keyboard reaches the list first. */
export function Rail({ groups }: { readonly groups: readonly RailGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <nav class="rail" id="rail" aria-label="Filters">
      {groups.map(({ name, options, more }) => (
        <section key={name}>
          <h2>{name}</h2>
          <Options options={options} />
          {more.length > 0 && (
            <details>
              <summary>{more.length} more</summary>
              <Options options={more} />
            </details>
          )}
        </section>
      ))}
    </nav>
  );
}

function Options({ options }: { readonly options: RailGroup['options'] }) {
  return (
    <ul class="plain">
      {options.map(({ name, path, count, isChosen }) => (
        <li key={path}>
          <a href={path} rel={path.includes('?') ? 'nofollow' : undefined} aria-current={isChosen ? 'true' : undefined}>
            <bdi>{name}</bdi>
            {isChosen && <span class="visually-hidden">, chosen: remove</span>}
          </a>
          {count !== null && <span class="num quiet">{count}</span>}
        </li>
      ))}
    </ul>
  );
}
