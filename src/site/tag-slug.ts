/** A name of more bytes than this is refused by common file systems, which also need room for an extension. */
const MAX_SLUG_CHARACTERS = 200;

/**
 * A tag as part of a path and a file name, one to one: letters and digits of ASCII and hyphens stay, every other byte of its UTF-8
 * is `_` and two digits (`c++` is `c_2b_2b`). Null for a tag that would be too long for a name: it has no page.
 */
export function tagSlug(tag: string): string | null {
  const bytes = new TextEncoder().encode(tag);
  const slug = [...bytes]
    .map((byte, at) => {
      const character = String.fromCharCode(byte);
      const stays = at === 0 ? /[a-z0-9]/ : /[a-z0-9-]/;
      return stays.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  return slug === '' || slug.length > MAX_SLUG_CHARACTERS ? null : slug;
}
