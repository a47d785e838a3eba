import type { DomainDetail } from '../../../../directory/detail.ts';
import { toPageRecord } from '../../../../directory/page-record.ts';

export function renderDomainJson(detail: DomainDetail, baseUrl: string): string {
  return `${JSON.stringify(toPageRecord(detail, baseUrl), null, 2)}\n`;
}
