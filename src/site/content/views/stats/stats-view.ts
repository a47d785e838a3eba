import { RULES } from '#llmstxt';
import { formatCount, formatQuantity } from '../../../../directory/format-numbers.ts';
import type { Stats } from '../../../../directory/record.ts';
import type { Survey } from '../../../../directory/survey.ts';
import { paths } from '../../../../directory/urls.ts';
import { adoptionChart } from '../../../look/charts/adoption-chart.ts';
import { classLabel } from '../../../look/charts/size-classes.ts';
import { facetPath } from '../../facets.ts';
import { formatInstant } from '../../format/dates.ts';
import { escapeMarkdown, linkPage, renderPage } from '../../format/markdown.ts';
import { STATUS_LABELS, TIER_LABELS } from '../../format/status-words.ts';

interface Counted {
  readonly label: string;
  readonly count: number;
  readonly path?: string;
  readonly meaning?: string;
}

const EMPTY_LEDE =
  'After the first crawl, this page shows the growth of the directory, the status and tier of its domains, the size of their files, and the rules they break most.';
const STATUSES = ['valid', 'invalid', 'unreachable', 'pending'] as const;
const TIERS = ['featured', 'listed', 'unlisted', 'rejected'] as const;
/** Most shown rules. Other rules concern few sites. */
const MAX_RULES = 15;

export function statsView(stats: Stats, survey: Survey) {
  const isEmpty = stats.domains_tracked === 0;
  return {
    title: 'Statistics',
    description:
      'Numbers of websites that publish an llms.txt, with the quality and size of their files, and the rules they break most.',
    lede: isEmpty
      ? EMPTY_LEDE
      : `The crawler tracks ${formatQuantity(stats.domains_tracked, 'domain')}: ${formatCount(survey.statuses.valid)} with a valid file${rejectedText(survey.tiers.rejected)}.`,
    chart: adoptionChart(survey.days),
    /** Text that replaces all parts, or null. */
    empty: isEmpty ? EMPTY.Domains : null,
    tables: toTables(survey),
    rules: rulesTable(stats, survey),
    visitedAt: stats.last_checked,
    dataPath: '/v1/stats',
  };
}

function rejectedText(count: number): string {
  return count === 0 ? '' : `, ${formatCount(count)} rejected`;
}

const WAITING = 'Not yet checked, or blocked.';

function toTables({ statuses, tiers, bytes, links }: Survey) {
  return [
    countTable(
      { id: 'statuses', heading: 'Status', caption: 'Domains by status', head: 'Status', unit: 'Domains' },
      STATUSES.map((status) => ({
        ...STATUS_LABELS[status],
        ...(status === 'pending' ? { meaning: WAITING } : {}),
        count: statuses[status],
      })),
    ),
    countTable({ id: 'tiers', heading: 'Tier', caption: 'Domains by tier', head: 'Tier', unit: 'Domains' }, [
      ...TIERS.map((tier) => ({
        ...TIER_LABELS[tier],
        ...(tier === 'featured' || tier === 'listed' ? { path: facetPath({ by: 'tier', value: tier }, 1) } : {}),
        count: tiers[tier],
      })),
      { label: 'Waiting', meaning: WAITING, count: tiers.waiting },
    ]),
    countTable(
      { id: 'bytes', heading: 'Size of the file', caption: 'Files by size', head: 'Size', unit: 'Files' },
      bytes.map(({ sites }, at) => ({ label: classLabel(bytes, at, 'bytes'), count: sites })),
    ),
    countTable(
      { id: 'links', heading: 'Links in the file', caption: 'Files by number of links', head: 'Links', unit: 'Files' },
      links.map(({ sites }, at) => ({ label: classLabel(links, at, 'links'), count: sites })),
    ),
  ];
}

function rulesTable(stats: Stats, { rules, files }: Survey) {
  const counted = rules.slice(0, MAX_RULES).map(({ id, sites }) => {
    const rule = RULES.find((known) => known.id === id);
    return { label: rule?.title ?? id, count: sites, ...(rule ? { path: paths.rule(id) } : {}) };
  });
  return {
    ...countTable(
      { id: 'rules', heading: 'Most common problems', caption: 'Broken rules', head: 'Rule', unit: 'Sites' },
      counted,
      files,
    ),
    empty: files === 0 ? EMPTY.Sites : 'No file has a problem.',
    ...(files < stats.valid_llms_txt
      ? { note: `Shares of a sample of ${formatQuantity(files, 'site')} that we could judge.` }
      : {}),
  };
}

interface TableNames {
  readonly id: string;
  readonly heading: string;
  /** Accessible name of the chart. */
  readonly caption: string;
  readonly head: string;
  readonly unit: keyof typeof EMPTY;
}

const NO_FILES = 'No file has been read yet.';
const EMPTY = { Domains: 'No domain is tracked yet.', Files: NO_FILES, Sites: NO_FILES };

function formatShares(unit: keyof typeof EMPTY, whole: number): string {
  if (unit === 'Sites') return `Shares of ${formatQuantity(whole, 'site')} that we could judge.`;
  return `Shares of ${formatQuantity(whole, unit === 'Files' ? 'file' : 'domain')}.`;
}

/** Creates a table of counts. `whole` is the value of a full bar. */
function countTable(
  names: TableNames,
  counted: readonly Counted[],
  whole = counted.reduce((sum, { count }) => sum + count, 0),
) {
  return {
    ...names,
    empty: EMPTY[names.unit],
    note: whole === 0 ? null : formatShares(names.unit, whole),
    rows: (whole === 0 ? [] : counted).map(({ label, path = null, meaning = null, count }) => {
      const percent = whole === 0 ? 0 : (count / whole) * 100;
      const share = count > 0 && percent < 1 ? '< 1' : String(Math.round(percent));
      return { label, path, meaning, count: formatCount(count), percent: percent.toFixed(1), share: `${share}%` };
    }),
  };
}
export type CountTable = ReturnType<typeof countTable>;

export function renderStatsMarkdown(view: ReturnType<typeof statsView>, baseUrl: string): string {
  const tables = [...view.tables, view.rules].flatMap(({ heading, note, rows, empty }) => [
    `## ${heading}`,
    note,
    rows.length === 0
      ? empty
      : rows.map(
          ({ label, path, count, share }) => `- ${linkPage(escapeMarkdown(label), path, baseUrl)}: ${count} (${share})`,
        ),
  ]);
  return renderPage(
    view.title,
    view.lede,
    ...(view.empty ? [view.empty] : [view.chart?.description, ...tables]),
    view.visitedAt && `Last crawl: ${formatInstant(view.visitedAt)}.`,
    `As JSON: ${baseUrl}${view.dataPath}`,
    `The numbers of each chart as CSV and JSON: ${baseUrl}${paths.markdown(paths.data)}`,
  );
}
