import { describeAgents } from './agent-access.ts';
import type { DomainDetail } from './detail.ts';
import { toRecord } from './record.ts';

type RecordSource = Pick<DomainDetail, 'facts' | 'components' | 'score_version' | 'quality_details' | 'agents'>;

/** Returns the record of a domain with the parts of its score and the access of agents. */
export function toPageRecord(detail: RecordSource, baseUrl: string) {
  const { facts, components, score_version, quality_details, agents } = detail;
  return {
    ...toRecord(facts, baseUrl),
    components,
    score_version,
    quality_details,
    agents: agents && describeAgents(agents),
  };
}
