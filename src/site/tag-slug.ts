/** A name of more bytes than this is refused by common file systems, which also need room for an extension. */
const MAX_SLUG_CHARACTERS = 200;

/** As most tags are: a list of all of them takes a tenth of the time for it. */
const PLAIN = /^[a-z0-9][a-z0-9 -]*$/;

/**
 * A tag as part of a path and a file name: letters and digits of ASCII stay, blanks and hyphens are hyphens, and every other byte of
 * its UTF-8 is `_` and two digits (`c++` is `c_2b_2b`). Tags that differ otherwise have different slugs. Null for a tag that would be
 * too long for a name: it has no page.
 */
export function tagSlug(tag: string): string | null {
  if (PLAIN.test(tag)) return tag.length > MAX_SLUG_CHARACTERS ? null : tag.replaceAll(' ', '-');
  const bytes = new TextEncoder().encode(tag);
  const slug = [...bytes]
    .map((byte, at) => {
      const character = String.fromCharCode(byte);
      if (at > 0 && (character === ' ' || character === '-')) return '-';
      return /[a-z0-9]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  return slug === '' || slug.length > MAX_SLUG_CHARACTERS ? null : slug;
}
