/** Returns errors of body members by name. `/tags/2` counts as `tags`, with its position. */
export function fieldErrors(
  violations: readonly { readonly pointer: string; readonly detail: string }[],
): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const { pointer, detail } of violations) {
    const [, name = '', place] = pointer.split('/');
    const sentence =
      place === undefined
        ? `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`
        : `Entry ${Number(place) + 1} ${detail}.`;
    errors.set(name, [errors.get(name), sentence].filter(Boolean).join(' '));
  }
  return errors;
}
