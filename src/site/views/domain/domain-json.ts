import { describeAgents } from '../../../directory/agent-access.ts';
import type { DomainDetail } from '../../../directory/detail.ts';
import { toRecord } from '../../../directory/record.ts';

/** Domain page as JSON: the API record and the parts of the score. */
export function renderDomainJson(detail: DomainDetail, baseUrl: string): string {
  const { facts, components, score_version, quality_details } = detail;
  const agents = detail.agents && describeAgents(detail.agents);
  const record = { ...toRecord(facts, baseUrl), components, score_version, quality_details, agents };
  return `${JSON.stringify(record, null, 2)}\n`;
}
