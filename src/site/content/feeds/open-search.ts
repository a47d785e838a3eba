import { paths } from '../../../directory/urls.ts';
import type { Service } from '../../service.ts';
import { escapeXml } from '../format/xml.ts';

/** Longest `ShortName` in OpenSearch: https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md */
const MAX_SHORT_NAME_CHARACTERS = 16;

/** Renders the OpenSearch description, with which a browser offers the directory's search in its address bar. */
export function renderOpenSearch({ name, baseUrl }: Service): string {
  const shortName = name.length <= MAX_SHORT_NAME_CHARACTERS ? name : 'llms.txt';
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeXml(shortName)}</ShortName>
<Description>${escapeXml(`Search ${name}: websites that publish an llms.txt`)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/x-icon">${escapeXml(`${baseUrl}/favicon.ico`)}</Image>
<Url type="text/html" template="${escapeXml(`${baseUrl}${paths.search}?q={searchTerms}`)}"/>
</OpenSearchDescription>
`;
}
