import { describeAgents } from '../../../directory/agent-access.ts';
import type { DomainDetail } from '../../../directory/detail.ts';
import { toRecord } from '../../../directory/record.ts';

/** The page of a domain as JSON: the record of the API, and the parts of the score that only the page shows. */
export function renderDomainJson(detail: DomainDetail, baseUrl: string): string {
  const { facts, components, score_version, quality_details } = detail;
  const agents = detail.agents && describeAgents(detail.agents);
  const record = { ...toRecord(facts, baseUrl), components, score_version, quality_details, agents };
  return `${JSON.stringify(record, null, 2)}\n`;
}
