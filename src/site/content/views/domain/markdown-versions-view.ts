import type { TwinRule, TwinWay } from '../../../../directory/page-twins.ts';
import { formatDate } from '../../format/dates.ts';
import { cleanPath, linkableUrl } from '../../format/untrusted-text.ts';

const WAYS: Readonly<Record<TwinWay, string>> = {
  listed: 'the llms.txt links to the Markdown',
  alternate: 'the page links to it (rel="alternate")',
  'append-md': 'the address with .md appended',
  'replace-html': 'the address with .md in place of .html, index.md for a folder',
  'index-html-md': 'index.html.md in the folder',
  accept: 'the same address with Accept: text/markdown',
};

/** Describes the Markdown versions of a site's pages by group. Returns null if no visit tested the pages. */
export function markdownVersionsView(rules: readonly TwinRule[]) {
  if (rules.length === 0) return null;
  return {
    lede: 'We try up to three pages of each group. An answer counts if it is Markdown and about the same page.',
    items: rules.map(({ pages, by, tested, found, tested_at }) => ({
      pages: cleanPath(pages),
      how:
        by === null
          ? 'No Markdown version found'
          : `${WAYS[by]}: ${found.length} of ${tested}`.replace(/^./, (first) => first.toUpperCase()),
      tested: `tested ${formatDate(tested_at)}`,
      example: linkableUrl(found[0]?.markdown ?? null),
    })),
  };
}
export type MarkdownVersionsView = NonNullable<ReturnType<typeof markdownVersionsView>>;
