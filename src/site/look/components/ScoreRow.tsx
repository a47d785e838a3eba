interface Props {
  readonly name: string;
  readonly reason: string;
  readonly score: number | null;
  readonly weight: number;
  readonly points: string;
  /** True for a part of the score above it. */
  readonly isInner?: boolean;
}

export function ScoreRow({ name, reason, score, weight, points, isInner = false }: Props) {
  return (
    <tr class={isInner ? 'inner' : undefined}>
      <th scope="row">
        <b>{name}</b>
        <small>{reason}</small>
      </th>
      <td class="bar">
        <progress max="100" value={score ?? 0} aria-hidden="true" />
      </td>
      <td>{score ?? <abbr title="not known yet">n/a</abbr>}</td>
      <td>× {weight}%</td>
      <td>{isInner ? `(${points})` : points}</td>
    </tr>
  );
}
