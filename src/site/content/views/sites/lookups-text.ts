import type { BriefLookups } from '../../../../directory/record.ts';
import { quote } from '../../format/quote.ts';
import { describeStanding } from '../domain/domain-head.ts';
import { formatWords } from './listing-text.ts';

/** Renders several lookups as the text of a tool's answer. */
export function renderLookupsText({ domains, results }: BriefLookups): string {
  const tracked = results.filter((record) => record !== null);
  const lines = domains.map((domain, i) => {
    const record = results[i];
    return `${domain}: ${record ? describeStanding(record) : 'not in the directory'}`;
  });
  return [
    `${tracked.length} of ${domains.length} are in the directory.`,
    ...lines,
    ...(tracked.length > 0 ? [quote('the sites themselves', tracked.map(formatWords).join('\n'))] : []),
    'Next: read_llms_txt shows a file, register_domain adds a domain.',
  ].join('\n');
}
