import { COLUMNS, LICENSE_URL, SAMPLE } from '../../../../directory/snapshot-format.ts';
import { paths } from '../../../../directory/urls.ts';
import type { Service } from '../../../service.ts';
import { FILES, OPEN_DATA_DESCRIPTION, type OpenDataOptions } from './open-data-view.ts';

export function openDataJsonLd({ snapshot }: OpenDataOptions, { name, baseUrl }: Service): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: `${name}: websites that publish an llms.txt`,
    description: `${OPEN_DATA_DESCRIPTION} ${SAMPLE}`,
    url: `${baseUrl}${paths.data}`,
    license: LICENSE_URL,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name, url: `${baseUrl}${paths.home}` },
    variableMeasured: COLUMNS.map(({ name: column, meaning }) => ({
      '@type': 'PropertyValue',
      name: column,
      description: meaning,
    })),
    ...(snapshot && {
      version: snapshot.date,
      dateModified: snapshot.date,
      distribution: Object.entries(snapshot.files).map(([file, { bytes, sha256 }]) => ({
        '@type': 'DataDownload',
        name: file,
        contentUrl: `${baseUrl}${paths.snapshotFile(snapshot.date, file)}`,
        encodingFormat: FILES[file]?.type ?? 'application/octet-stream',
        contentSize: `${bytes} B`,
        sha256,
      })),
    }),
  };
}
