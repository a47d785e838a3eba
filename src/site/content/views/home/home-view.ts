import { formatCount, formatQuantity } from '../../../../directory/format-numbers.ts';
import { paths } from '../../../../directory/urls.ts';
import type { Service } from '../../../service.ts';
import { facetName, facetPath } from '../../facets.ts';
import { OWN_SECTIONS, OWN_SUMMARY } from '../../feeds/llms-txt.ts';
import { formatDate } from '../../format/dates.ts';
import { escapeMarkdown, linkPage, renderPage } from '../../format/markdown.ts';
import { cleanName, cleanText } from '../../format/untrusted-text.ts';
import type { Showcase } from '../../lists.ts';
import { exampleLinks } from '../search/search-view.ts';
import { findName, renderSitesMarkdown, siteView, THEIR_WORDS } from '../sites/site-view.ts';
import type { HomeData, News } from './home-data.ts';

const MAX_NAME_CHARACTERS = 60;
const MAX_LINK_CHARACTERS = 40;
const MAX_NOTES_CHARACTERS = 110;
const MAX_SUMMARY_CHARACTERS = 140;
const ANSWERS = 2;
const OWN_LINKS = 3;

export function homeView({ stats, showcase, topics, best, news, examples }: HomeData, { name, baseUrl }: Service) {
  const [query] = examples;
  const sample = topics[0]?.rows[0] ?? best[0];
  return {
    title: name,
    description:
      'A directory of websites that publish an llms.txt. We crawl and validate each file and compute an authority score. Free to search, for people and agents.',
    counts: [
      { label: stats.domains_tracked === 1 ? 'domain tracked' : 'domains tracked', count: stats.domains_tracked },
      { label: 'valid llms.txt', count: stats.valid_llms_txt },
      { label: 'listed', count: stats.listed },
      { label: 'verified', count: stats.verified },
      { label: 'with llms-full.txt', count: stats.with_llms_full_txt },
    ].flatMap(({ label, count }) => (count === 0 ? [] : [{ label, value: formatCount(count) }])),
    examples: exampleLinks(examples),
    picture: showcase
      ? {
          ...toPicture(showcase),
          source: { label: 'A listed site', path: paths.domain(showcase.domain), words: showcase.domain },
        }
      : ownPicture({ name, baseUrl }, stats.verified),
    topics: topics.map(({ facet, listed, rows }) => ({
      name: facetName(facet),
      path: facetPath(facet, 1),
      count: formatQuantity(listed, 'site'),
      sites: rows.map(siteView),
    })),
    best: best.map(siteView),
    empty: 'No site is listed yet.',
    news: news.map(newsView),
    samples: [
      {
        heading: 'Search and look up',
        code: [
          `curl '${baseUrl}${query ? `/v1/search?q=${encodeURIComponent(query)}` : '/v1/stats'}'`,
          ...(sample ? [`curl ${baseUrl}${paths.lookup(sample.domain)}`] : []),
        ].join('\n'),
      },
      {
        heading: 'Use it as an MCP server',
        code: `{ "mcpServers": { "llms-txt": {\n  "url": "${baseUrl}${paths.mcp}"\n} } }`,
      },
    ],
    visitedAt: stats.last_checked,
  };
}
export type HomeView = ReturnType<typeof homeView>;

/** Returns the picture of a file, its outline, and an agent that reads it. */
function toPicture({ domain, name, summary, sections, links, section }: Showcase) {
  const shownLinks = section.links.map(({ title, url, notes }) => ({
    title: cleanText(title, MAX_LINK_CHARACTERS),
    url: cleanText(url, MAX_LINK_CHARACTERS),
    notes: cleanText(notes ?? '', MAX_NOTES_CHARACTERS),
  }));
  return {
    domain,
    name: cleanName(name, MAX_NAME_CHARACTERS),
    summary: cleanText(summary, MAX_SUMMARY_CHARACTERS),
    section: cleanText(section.title, MAX_NAME_CHARACTERS),
    size: `${formatQuantity(sections, 'section')}, ${formatQuantity(links, 'link')}`,
    links: shownLinks,
    /** Questions to the agent, each with the link that answers it. */
    answers: shownLinks.slice(0, ANSWERS),
  };
}

/** Creates a picture of our own llms.txt, for a directory without an example file. */
function ownPicture({ name, baseUrl }: Service, verified: number) {
  const [shown] = OWN_SECTIONS;
  const links = OWN_SECTIONS.reduce((sum, section) => sum + section.links.length, verified);
  const picture = toPicture({
    domain: new URL(baseUrl).hostname,
    name,
    summary: OWN_SUMMARY,
    sections: OWN_SECTIONS.length + (verified > 0 ? 1 : 0),
    links,
    section: {
      title: shown.title,
      links: shown.links
        .slice(0, OWN_LINKS)
        .map(({ name: title, path, notes }) => ({ title, url: `${baseUrl}${path}`, notes })),
    },
  });
  return { ...picture, source: { label: 'Our own file', path: paths.llmsTxt, words: paths.llmsTxt } };
}

const NEWS_WORDS: Readonly<Record<News['kind'], { readonly label: string; readonly look: string }>> = {
  added: { label: 'Added', look: 'status valid' },
  changed: { label: 'File changed', look: 'status' },
  recovered: { label: 'Recovered', look: 'status valid' },
  risen: { label: 'Authority', look: 'status' },
};

function newsView({ kind, domain, name, at, step }: News) {
  return {
    ...NEWS_WORDS[kind],
    domain,
    path: paths.domain(domain),
    name: findName({ domain, title: name }, MAX_NAME_CHARACTERS),
    at,
    when: at === null ? (step ?? '') : formatDate(at),
  };
}

export function renderHomeMarkdown(view: HomeView, baseUrl: string): string {
  const { title, description, counts, topics, best, news } = view;
  const links = (
    [
      ['Browse', paths.browse(1)],
      ['Add your site', paths.add],
      ['By topic', paths.topics],
      ['By tag', paths.tags],
      ['By country', paths.map],
      ['Statistics', paths.stats],
      ['API', paths.doc('api')],
      ['MCP', paths.doc('mcp')],
    ] as const
  ).map(([label, path]) => `- ${linkPage(label, path, baseUrl)}`);
  const changes = news.map(
    ({ label, domain, path, when }) => `- ${label}: ${linkPage(domain, path, baseUrl)}, ${when}`,
  );
  return renderPage(
    escapeMarkdown(title),
    description,
    counts.map(({ label, value }) => `- ${value} ${label}`),
    '## Use it',
    [...links, `- [llms.txt](${baseUrl}${paths.llmsTxt})`],
    ...topics.flatMap(({ name, count, sites }) => [`## ${name}: ${count}`, renderSitesMarkdown(sites, baseUrl)]),
    ...(best.length > 0 ? ['## Listed sites', renderSitesMarkdown(best, baseUrl)] : []),
    ...(changes.length > 0 ? ['## Latest changes', changes] : []),
    THEIR_WORDS,
  );
}
