import { cutText } from '../cut-text.ts';
import { isSiteName } from '../site-name.ts';
import { choosePages, type KnownPages, type PageChoice } from './choose-pages.ts';
import { type PageFacts, toSingleLine } from './page-facts.ts';
import { findPageKind } from './page-kind.ts';
import { wordForPages } from './page-language.ts';
import { bareName, nameFromPath, siteNameOf, titleCleaner } from './page-names.ts';
import { removeFindings } from './remove-findings.ts';
import { type DraftContent, type DraftLink, type DraftSection, renderDraft } from './render-draft.ts';
import { normalizePageUrl, pageKey, type Site, siteFromUrl } from './site-url.ts';

/** Page of the site that answered 200 with a distinct text. */
export interface DraftPage {
  /** URL from `choosePages`. */
  readonly requestedUrl: string;
  /** Final URL after redirects. URL listed in the draft. */
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly canonical: string | null;
  readonly noindex: boolean;
  /** Markdown version of the page, if one answered. */
  readonly markdown: string | null;
}

export interface DraftSources extends KnownPages {
  /** Final URL of the homepage. */
  readonly url: string;
  /** Null if the homepage did not answer 200. */
  readonly homepage: PageFacts | null;
  readonly pages: readonly DraftPage[];
}

export interface Draft {
  readonly text: string;
  readonly sections: number;
  readonly links: number;
}

const MAX_NOTES_CHARS = 240;
const MAX_SUMMARY_CHARS = 400;
/** Most sections. Pages of smaller groups become top-level pages. */
const MAX_SECTIONS = 10;

/**
 * Drafts an llms.txt from a site's metadata. All names, notes and links come from the site, and the text has no
 * finding above info. Never throws. Without sources, the text is only a title.
 */
export function createDraft(sources: DraftSources): Draft {
  const site = siteFromUrl(sources.url);
  const parts = removeFindings(compose(site, sources), site.domain);
  const links = parts.sections.reduce((sum, section) => sum + section.links.length, 0);
  return { text: renderDraft(parts), sections: parts.sections.length, links };
}

function compose(site: Site, sources: DraftSources): DraftContent {
  const { homepage, pages } = sources;
  const titles = [homepage, ...pages].flatMap((page) => page?.title || []);
  const title = siteNameOf(site.domain, homepage?.siteName ?? null, homepage?.title ?? null, titles);
  const summary = cutProse(homepage?.description ?? '', MAX_SUMMARY_CHARS);
  const heading = homepage?.heading ?? '';
  const shownNames = new Set([title, summary ?? '', homepage?.title ?? ''].map(bareName));
  const entries = listEntries(site, sources, title);
  return {
    title,
    summary,
    details: isSiteName(heading) && !shownNames.has(bareName(heading)) ? heading : null,
    sections: toSections(entries, sources, title, site),
  };
}

interface Entry extends DraftLink {
  readonly choice: PageChoice;
}

function listEntries(site: Site, sources: DraftSources, siteName: string): Entry[] {
  const { homepage, pages } = sources;
  const read = new Map(pages.map((page) => [page.requestedUrl, page]));
  const titles = pages.flatMap(({ title }) => (title ? [title] : []));
  const clean = titleCleaner([siteName, site.domain, site.domain.split('.')[0] ?? ''], titles);
  const titleCounts = countKeys(titles.map(bareName));
  const descriptionCounts = countKeys(pages.flatMap(({ description }) => (description ? [bareName(description)] : [])));
  const used = new Set([pageKey(site.home.href)]);
  return choosePages(site, sources).flatMap((choice) => {
    const page = read.get(choice.url);
    const url = page && formatLink(page, site);
    if (!url || used.has(pageKey(url))) return [];
    // Ignore a title shared by several pages.
    const shared = (titleCounts.get(bareName(page.title ?? '')) ?? 0) > 1 || page.title === homepage?.title;
    const titled = page.title && !shared ? clean(page.title) : '';
    const name = [titled, choice.text ?? '', nameFromPath(choice.url) ?? ''].find((text) => bareName(text));
    if (!name) return [];
    used.add(pageKey(url));
    const notes = cutProse(page.description ?? '', MAX_NOTES_CHARS);
    const repeated = (descriptionCounts.get(bareName(page.description ?? '')) ?? 0) > 1;
    // Docusaurus describes a page by the first line, which may be a row of a table.
    const isTable = page.description?.startsWith('|') === true;
    const isRedundant =
      repeated || isTable || bareName(page.description ?? '') === bareName(homepage?.description ?? '');
    return [{ choice, name, url, notes: notes && !isRedundant && bareName(notes) !== bareName(name) ? notes : null }];
  });
}

/** Returns the URL of the Markdown version, or else of the page. Returns null to leave the page out. */
function formatLink(page: DraftPage, site: Site): string | null {
  if (page.noindex) return null;
  const url = normalizePageUrl(page.url, site);
  const canonical = normalizePageUrl(page.canonical ?? page.url, site);
  // A page with another canonical URL is not a separate page.
  if (!url || !canonical || pageKey(canonical) !== pageKey(url)) return null;
  // A redirect may lead to the homepage or a login.
  if (pageKey(url) === pageKey(site.home.href) || findPageKind(url) === 'excluded') return null;
  return (page.markdown && normalizePageUrl(page.markdown, site)) ?? url;
}

function toSections(entries: readonly Entry[], sources: DraftSources, siteName: string, site: Site): DraftSection[] {
  const main = entries.filter(({ choice }) => !choice.optional);
  const sizes = countKeys(main.map(({ choice }) => choice.group));
  const largest = new Set(
    [...sizes]
      .filter(([group, size]) => group !== '' && size > 1)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_SECTIONS - 1)
      .map(([group]) => group),
  );
  const top = wordForPages(sources.homepage?.language ?? null) ?? siteName;
  const byName = new Map<string, Entry[]>();
  for (const entry of main) {
    const { group } = entry.choice;
    const name = largest.has(group) ? groupName(group, main, sources, site) : top;
    byName.set(name, [...(byName.get(name) ?? []), entry]);
  }
  const optional = entries.filter(({ choice }) => choice.optional);
  const home = main.length === 0 ? homeEntry(sources, siteName, site) : [];
  if (home.length > 0) byName.set(top, home);
  if (optional.length > 0) byName.set('Optional', [...(byName.get('Optional') ?? []), ...optional]);
  return [...byName].map(([name, links]) => ({ title: name, links }));
}

/** Returns a group's name: the name of its root page, or the words of its path or host. */
function groupName(group: string, entries: readonly Entry[], sources: DraftSources, site: Site): string {
  const heads = [`${site.home.host}/${group}`, group];
  const head = entries.find(({ choice }) => heads.includes(pageKey(choice.url).toLowerCase()));
  const linked = head?.choice.text && head.choice.text.length <= 40 ? head.choice.text : null;
  const fromPath = group.includes('.') ? group : nameFromPath(`https://${sources.url ? site.domain : ''}/${group}`);
  return linked ?? (head && head.name.length <= 60 ? head.name : null) ?? fromPath ?? group;
}

/** Returns an entry for the homepage of a site with one page. */
function homeEntry({ homepage }: DraftSources, siteName: string, site: Site): Entry[] {
  const url = normalizePageUrl(site.home.href, site);
  if (!url || !homepage) return [];
  const choice = { url, group: '', text: null, optional: false };
  return [{ choice, url, name: homepage.title ?? siteName, notes: null }];
}

/** Cuts a text to `max` characters, after a sentence if possible, or else after a word. */
function cutProse(text: string, max: number): string | null {
  const line = toSingleLine(text, max * 2);
  if (line.length <= max) return line || null;
  const head = line.slice(0, max);
  const sentence = /^[\s\S]*[.!?。！？](?=\s|$)/u.exec(head)?.[0];
  if (sentence && sentence.length >= max / 3) return sentence;
  return cutText(line, max);
}

function countKeys(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
