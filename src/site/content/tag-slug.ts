/** Longest slug, in bytes. Common file systems refuse longer names. */
const MAX_SLUG_CHARACTERS = 200;

const encoder = new TextEncoder();

/**
 * Converts a tag to a path segment. ASCII letters and digits stay, blanks become hyphens, and other UTF-8 bytes become `_` and
 * two hex digits (`c++` is `c_2b_2b`). Other differences of tags give different slugs. Returns null for a tag that is too long,
 * so it has no page.
 */
export function tagSlug(tag: string): string | null {
  const slug = tag.replace(/^[ -]|[^a-z0-9 -]/gu, escapeBytes).replaceAll(' ', '-');
  return slug === '' || slug.length > MAX_SLUG_CHARACTERS ? null : slug;
}

function escapeBytes(character: string): string {
  return Array.from(encoder.encode(character), (byte) => `_${byte.toString(16).padStart(2, '0')}`).join('');
}
