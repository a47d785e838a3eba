import type { ComponentChildren } from 'preact';

interface Props {
  /** Accessible name. */
  readonly label: string;
  /** Class names in the style sheet. */
  readonly look?: string;
  /** Headings of the columns of words, which come first. */
  readonly words: readonly string[];
  /** True if a column of bars follows the words. */
  readonly hasBars?: boolean;
  /** Headings of the columns of numbers. */
  readonly numbers?: readonly string[];
  readonly children: ComponentChildren;
}

/** Table that scrolls if it is wider than the page. */
export function Table({ label, look = 'data', words, hasBars = false, numbers = [], children }: Props) {
  return (
    <section class="table-scroll" tabindex={0} aria-label={label}>
      <table class={look}>
        <thead>
          <tr>
            {words.map((name) => (
              <th scope="col">{name}</th>
            ))}
            {hasBars && (
              <th scope="col" class="bar-head">
                <span class="visually-hidden">As a bar</span>
              </th>
            )}
            {numbers.map((name) => (
              <th scope="col" class="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
