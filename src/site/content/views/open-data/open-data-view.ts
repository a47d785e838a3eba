import { formatBytes, formatCount, formatQuantity } from '../../../../directory/format-numbers.ts';
import {
  COLUMNS,
  LICENSE,
  LICENSE_URL,
  MANIFEST,
  type Manifest,
  SAMPLE,
} from '../../../../directory/snapshot-format.ts';
import { paths } from '../../../../directory/urls.ts';
import { formatDate } from '../../format/dates.ts';
import { escapeMarkdown, fenced, linkPage, renderPage } from '../../format/markdown.ts';
import type { Series } from '../stats/stats-series.ts';

export interface OpenDataOptions {
  readonly snapshot: Manifest | null;
  readonly series: readonly Pick<Series, 'id' | 'title'>[];
}

const MAIN_FILE = 'domains.csv.gz';

/** Meaning and media type of each file. */
export const FILES: Readonly<Record<string, { readonly meaning: string; readonly type: string }>> = {
  'domains.csv.gz': { meaning: 'One line per domain, as CSV', type: 'text/csv' },
  'domains.ndjson.gz': { meaning: 'One record per domain, as lines of JSON', type: 'application/x-ndjson' },
  'links.ndjson.gz': { meaning: 'The links of the files of listed sites', type: 'application/x-ndjson' },
  'rules.json': { meaning: 'The rules of the validator', type: 'application/json' },
};

const OPEN_DATA_TITLE = 'Open data';
export const OPEN_DATA_DESCRIPTION =
  'The directory of websites that publish an llms.txt as files: every domain with its status, score, country and links, as CSV and JSON, free to use.';

export function openDataView({ snapshot, series }: OpenDataOptions, serviceName: string, baseUrl: string) {
  return {
    title: OPEN_DATA_TITLE,
    description: OPEN_DATA_DESCRIPTION,
    lede: 'Files of the whole directory for any use, a log of changes, and the numbers of each chart.',
    snapshot: snapshot && snapshotView(snapshot, serviceName, baseUrl),
    empty: 'No snapshot has been published here yet. Until then, the log of changes has every domain.',
    columns: COLUMNS.map(({ name, type, source, meaning }) => ({ name, type, words: WORDS_OF[source], meaning })),
    series: series.map(({ id, title }) => ({
      title,
      csv: paths.series(id, 'csv'),
      json: paths.series(id, 'json'),
    })),
    sample: SAMPLE,
    license: { text: LICENSE, url: LICENSE_URL },
  };
}

const WORDS_OF = { directory: 'Directory', site: 'Site', owner: 'Owner' } as const;

function snapshotView({ date, counts, files }: Manifest, serviceName: string, baseUrl: string) {
  const manifest = paths.snapshotFile(date, MANIFEST);
  const shownFiles = Object.entries(files).map(([name, { bytes, sha256, rows }]) => ({
    name,
    path: paths.snapshotFile(date, name),
    meaning: FILES[name]?.meaning ?? '',
    rows: formatCount(rows),
    size: formatBytes(bytes),
    sha256,
  }));
  const main = shownFiles.find(({ name }) => name === MAIN_FILE) ?? null;
  return {
    heading: `Snapshot of ${formatDate(date)}`,
    counts: `${formatQuantity(counts.shown, 'domain')}, ${formatCount(counts.valid)} of them with a valid llms.txt, and ${formatQuantity(counts.links, 'link')}. A snapshot has the public data of its day, and never changes.`,
    main,
    files: shownFiles,
    manifest,
    verify: main && `curl -O ${baseUrl}${main.path} && echo '${main.sha256}  ${main.name}' | sha256sum -c`,
    citation: `${serviceName}, snapshot of ${date}, ${baseUrl}${manifest}`,
  };
}

export function renderOpenDataMarkdown(view: ReturnType<typeof openDataView>, baseUrl: string): string {
  const { title, lede, snapshot, empty, columns, series, sample, license } = view;
  return renderPage(
    title,
    lede,
    `## ${snapshot?.heading ?? 'Snapshots'}`,
    ...(snapshot ? renderSnapshot(snapshot, baseUrl) : [empty]),
    `To follow the directory from there: ${linkPage('how to keep a copy', paths.doc('data'), baseUrl)}.`,
    '## Columns',
    columns.map(({ name, type, words, meaning }) => `- \`${name}\` (${type}; ${words.toLowerCase()}): ${meaning}`),
    '## Numbers of the charts',
    series.map(
      ({ title: name, csv, json }) => `- ${escapeMarkdown(name)}: [CSV](${baseUrl}${csv}), [JSON](${baseUrl}${json})`,
    ),
    '## Sample',
    sample,
    '## License',
    `${license.text} CC0: ${license.url}`,
  );
}

function renderSnapshot(
  { counts, files, manifest, citation, verify }: ReturnType<typeof snapshotView>,
  baseUrl: string,
) {
  return [
    counts,
    files.map(
      ({ name, path, meaning, rows, size, sha256 }) =>
        `- [${name}](${baseUrl}${path}): ${meaning}; ${rows} rows, ${size}, SHA-256 ${sha256}`,
    ),
    `Counts, hashes and the place in the log: [manifest](${baseUrl}${manifest}). All snapshots: ${baseUrl}${paths.snapshotIndex}`,
    'Cite as:',
    fenced(citation),
    ...(verify ? ['To download and compare:', fenced(verify)] : []),
  ];
}
