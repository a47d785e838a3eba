/**
 * Labels that programs write next to links, such as dates, authors and categories, in the languages of most files.
 */
const LABELS =
  'published|updated|modified|created|posted|date|last[- ]?(?:updated?|modified|mod)|author|by|category|categories|tags?|reading time|priority|changefreq|type|status|views?|likes?|word ?count|words|veröffentlicht|aktualisiert|autor|autorin|datum|kategorie|lesezeit|publicado|actualizado|fecha|categoría|auteur|publié|mis à jour|catégorie|autore|pubblicato|categoria|公開日|更新日|著者|カテゴリ|タグ|发布|作者|分类';
/** Matches a label with its value, up to the next separator. */
const ENTRY = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${LABELS})\s*[:：=]\s*[^|,;·•\n\r]*(?:,\s*\d{4})?`, 'giu');
/** Matches the end of every label. */
const HINT = /[:：=](?<=\p{L}\s*[:：=])/u;

/** Removes labels with their dates, authors, categories and similar values. */
export function withoutMetadata(text: string): string {
  return HINT.test(text) ? text.replace(ENTRY, ' ') : text;
}
