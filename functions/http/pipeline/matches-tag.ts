/** Entity tag, whose quoted text may contain commas. */
const TAG = /(?:W\/)?"[^"]*"/g;

/**
 * Reports whether `If-Match` (strong) or `If-None-Match` (weak) is `*` or lists the tag (RFC 9110 §8.8.3.2). Text
 * without quotes is not a tag.
 */
export function matchesTag(field: string, tag: string, comparison: 'strong' | 'weak'): boolean {
  if (field.trim() === '*') return true;
  const listed: readonly string[] = field.match(TAG) ?? [];
  if (comparison === 'strong') return !tag.startsWith('W/') && listed.includes(tag);
  const opaque = (text: string) => text.replace(/^W\//, '');
  return listed.some((each) => opaque(each) === opaque(tag));
}
