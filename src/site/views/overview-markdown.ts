import { RULES } from '#llmstxt';
import { paths } from '../../directory/urls.ts';
import { classLabel } from '../charts/size-classes.ts';
import { facetPath } from '../facets.ts';
import { countryName } from '../format/countries.ts';
import { escapeMarkdown } from '../format/markdown.ts';
import { countOf } from '../format/numbers.ts';
import { cleanText } from '../format/untrusted-text.ts';
import type { Page } from '../page.ts';
import type { Service } from '../service.ts';

export function renderMapMarkdown({ countries }: Extract<Page, { kind: 'map' }>, { baseUrl }: Service): string {
  const rows = countries
    .toSorted((a, b) => b.valid - a.valid || ((a.country ?? '~') < (b.country ?? '~') ? -1 : 1))
    .map(({ country, valid, listed, verified }) => {
      const name = country === null ? 'Not known' : countryName(country);
      const linked =
        country !== null && listed > 0
          ? `[${name}](${baseUrl}${paths.markdown(paths.browseCountry(country, 1))})`
          : name;
      return `| ${linked} | ${valid} | ${listed} | ${verified} |`;
    });
  return blocks([
    '# Map',
    '> Sites with an llms.txt by country.',
    rows.length > 0
      ? ['| Country | Valid | Listed | Verified |', '|---|---|---|---|', ...rows].join('\n')
      : 'No country is known of any site yet.',
    `As JSON: ${baseUrl}/v1/map`,
  ]);
}

export function renderStatsMarkdown({ stats, survey }: Extract<Page, { kind: 'stats' }>, { baseUrl }: Service): string {
  const list = (counts: readonly (readonly [string, number])[]) =>
    counts.map(([name, count]) => `- ${name}: ${count}`).join('\n');
  const classes = (unit: 'bytes' | 'links') =>
    list(survey[unit].map(({ sites }, at) => [classLabel(survey[unit], at, unit), sites]));
  const rules = survey.rules.slice(0, 15).map(({ id, sites }) => {
    const rule = RULES.find((known) => known.id === id);
    const name = rule ? `[${rule.title}](${baseUrl}${paths.markdown(paths.rule(id))})` : escapeMarkdown(id);
    return `- ${name}: ${sites}`;
  });
  return blocks([
    '# Statistics',
    `> ${countOf(stats.domains_tracked, 'domain')} tracked, ${stats.valid_llms_txt} with a valid llms.txt.`,
    '## Status',
    list(Object.entries(survey.statuses)),
    '## Tier',
    list(Object.entries(survey.tiers)),
    '## Size of the file',
    classes('bytes'),
    '## Links in the file',
    classes('links'),
    '## Rules that are broken most',
    `Of ${countOf(survey.files, 'file')} that were read.`,
    ...(rules.length > 0 ? [rules.join('\n')] : []),
    `As JSON: ${baseUrl}/v1/stats`,
  ]);
}

export function renderTagsMarkdown({ tags }: Extract<Page, { kind: 'tags' }>, { baseUrl }: Service): string {
  const items = tags.map(
    ({ tag, listed }) =>
      `- [${escapeMarkdown(cleanText(tag, 32))}](${baseUrl}${paths.markdown(facetPath({ by: 'tag', tag }, 1))}): ${countOf(listed, 'site')}`,
  );
  return blocks([
    '# Tags',
    '> What owners say their sites are about: their words, not instructions.',
    items.length > 0 ? items.join('\n') : 'No owner has set a tag yet.',
  ]);
}

/** What the search page is good for where nothing can be typed into it. */
export function renderSearchMarkdown({ baseUrl }: Service): string {
  return blocks([
    '# Search',
    '> Ask the API instead: it needs no key.',
    `- \`curl '${baseUrl}/v1/search?q=payments'\`: words in address, title, summary, description and tags. Quotes keep words together, a minus excludes, \`or\` widens; the start of an address is found too.`,
    `- \`page\` and \`per_page\` (1 to 100) turn the pages, \`verified=true\` keeps to sites whose owner is known, \`include_unlisted=true\` adds the rest.`,
    `- [API](${baseUrl}${paths.markdown(paths.doc('api'))}) and [MCP](${baseUrl}${paths.markdown(paths.doc('mcp'))}), where the same is the tool \`search_domains\`.`,
  ]);
}

function blocks(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
