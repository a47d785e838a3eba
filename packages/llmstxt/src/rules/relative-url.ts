import { findAuthorities } from '../address/read-authority.ts';
import { findUrlFault, isMissingUrl } from '../address/url-fault.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { targetEdit } from '../reporting/link-edits.ts';
import { shorten } from '../reporting/shorten.ts';

/** Matches the replacement of a lost character, with which a URL is unknown. */
const LOST = /[\uFFFD\p{Cs}]/u;
const SKIPPED = /^[a-z][a-z0-9+.-]{0,30}:/i;

export const relativeUrl = defineRule({
  id: 'relative-url',
  title: 'Relative URL',
  severity: 'warning',
  source: 'convention',
  fix: 'Write the complete URL.',
  *check(file) {
    const { read, ownHost } = findAuthorities(file);
    for (const { title, href, url, span } of file.document.links) {
      if (url === href) continue;
      const trimmed = href.trim();
      // Do not complete invalid URLs, because other rules report them.
      if (SKIPPED.test(trimmed) || isMissingUrl(href)) continue;
      if (findUrlFault(trimmed, url === null ? null : read(url), ownHost) !== null) continue;
      // A text has no anchors.
      const isPlace = trimmed.startsWith('#');
      // A URL as name may be in the place of the URL.
      const isUnclear = isPlace || LOST.test(href) || title.includes('://');
      const edits = url === null || isUnclear ? [] : targetEdit(file.text, span, href, url);
      const fix = isPlace ? 'Link to a page instead.' : edits[0] && `Write ${url}`;
      const message = `"${shorten(href)}" is a relative URL${url === null ? '' : `; in this file it means ${shorten(url)}`}.`;
      yield { at: span, message, fix, edits };
    }
  },
});
