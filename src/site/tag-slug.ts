/** A name of more bytes than this is refused by common file systems, which also need room for an extension. */
const MAX_SLUG_CHARACTERS = 200;

const encoder = new TextEncoder();

/**
 * A tag as part of a path and a file name: letters and digits of ASCII stay, blanks and hyphens are hyphens, and every other byte of
 * its UTF-8 is `_` and two digits (`c++` is `c_2b_2b`). Tags that differ otherwise have different slugs. Null for a tag that would be
 * too long for a name: it has no page.
 */
export function tagSlug(tag: string): string | null {
  const slug = tag.replace(/^[ -]|[^a-z0-9 -]/gu, escapeBytes).replaceAll(' ', '-');
  return slug === '' || slug.length > MAX_SLUG_CHARACTERS ? null : slug;
}

function escapeBytes(character: string): string {
  return Array.from(encoder.encode(character), (byte) => `_${byte.toString(16).padStart(2, '0')}`).join('');
}
