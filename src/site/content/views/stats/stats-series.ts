import type { Stats } from '../../../../directory/record.ts';
import type { CountryCount, SizeClass, Survey } from '../../../../directory/survey.ts';
import { runningTotals } from '../../../look/charts/adoption-chart.ts';
import { toCsvLine } from '../../format/csv.ts';

type Value = string | number | null;

export interface Series {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

export function listSeries(survey: Survey, countries: readonly CountryCount[]): Series[] {
  const { days, statuses, tiers, bytes, links, rules } = survey;
  return [
    {
      id: 'adoption',
      title: 'Domains by their first day in the directory: all, and currently valid',
      columns: ['day', 'tracked', 'valid'],
      rows: runningTotals(days).map(({ day, tracked, valid }) => [day, tracked, valid]),
    },
    {
      id: 'statuses',
      title: 'Domains by status',
      columns: ['status', 'domains'],
      rows: Object.entries(statuses),
    },
    { id: 'tiers', title: 'Domains by tier', columns: ['tier', 'domains'], rows: Object.entries(tiers) },
    { id: 'bytes', title: 'Files by size in bytes', columns: SIZE_COLUMNS, rows: sizeRows(bytes) },
    { id: 'links', title: 'Files by number of links', columns: SIZE_COLUMNS, rows: sizeRows(links) },
    {
      id: 'rules',
      title: 'Broken rules by number of files',
      columns: ['rule', 'files'],
      rows: rules.map(({ id, sites }) => [id, sites]),
    },
    {
      id: 'countries',
      title: 'Sites by country',
      columns: ['country', 'valid', 'listed', 'verified'],
      rows: countries.map(({ country, valid, listed, verified }) => [country, valid, listed, verified]),
    },
  ];
}

const SIZE_COLUMNS = ['above', 'up_to', 'files'];

function sizeRows(classes: readonly SizeClass[]): Value[][] {
  return classes.map(({ up_to, sites }, at) => [classes[at - 1]?.up_to ?? null, up_to, sites]);
}

export function seriesAsCsv({ columns, rows }: Series): string {
  return [columns, ...rows].map(toCsvLine).join('');
}

/** Returns the rows as objects, with the time of the newest visit. */
export function seriesAsJson({ title, columns, rows }: Series, { last_checked }: Stats): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  return `${JSON.stringify({ title, last_checked, rows: objects }, null, 2)}\n`;
}
