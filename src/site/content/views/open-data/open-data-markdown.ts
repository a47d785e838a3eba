import { paths } from '../../../../directory/urls.ts';
import { escapeMarkdown, fenced, joinBlocks } from '../../format/markdown.ts';
import type { OpenDataView } from './open-data-view.ts';

export function renderOpenDataMarkdown(view: OpenDataView, baseUrl: string): string {
  const { title, lede, snapshot, empty, columns, series, sample, license } = view;
  return joinBlocks(
    `# ${title}`,
    `> ${lede}`,
    `## ${snapshot?.heading ?? 'Snapshots'}`,
    ...(snapshot ? renderSnapshot(snapshot, baseUrl) : [empty]),
    `To follow the directory from there: [how to keep a copy](${baseUrl}${paths.markdown(paths.doc('data'))}).`,
    '## Columns',
    columns
      .map(({ name, type, words, meaning }) => `- \`${name}\` (${type}; ${words.toLowerCase()}): ${meaning}`)
      .join('\n'),
    '## Numbers of the charts',
    series
      .map(
        ({ title: name, csv, json }) => `- ${escapeMarkdown(name)}: [CSV](${baseUrl}${csv}), [JSON](${baseUrl}${json})`,
      )
      .join('\n'),
    '## Sample',
    sample,
    '## License',
    `${license.text} CC0: ${license.url}`,
  );
}

function renderSnapshot(snapshot: NonNullable<OpenDataView['snapshot']>, baseUrl: string): string[] {
  return [
    snapshot.counts,
    snapshot.files
      .map(
        ({ name, path, meaning, rows, size, sha256 }) =>
          `- [${name}](${baseUrl}${path}): ${meaning}; ${rows} rows, ${size}, SHA-256 ${sha256}`,
      )
      .join('\n'),
    `Counts, hashes and the place in the log: [manifest](${baseUrl}${snapshot.manifest}). All snapshots: ${baseUrl}${paths.snapshotIndex}`,
    'Cite as:',
    fenced(snapshot.citation),
    ...(snapshot.verify ? ['To download and compare:', fenced(snapshot.verify)] : []),
  ];
}
