import type { DomainDetail } from '../../../directory/detail.ts';
import { toRecord } from '../../../directory/record.ts';

/** The page of a domain as JSON: the record of the API, and the parts of the score that only the page shows. */
export function renderDomainJson(detail: DomainDetail, baseUrl: string): string {
  const record = { ...toRecord(detail.facts, baseUrl), components: detail.components };
  return `${JSON.stringify(record, null, 2)}\n`;
}
