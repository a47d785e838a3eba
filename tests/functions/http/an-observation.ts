import type { FetchFailure } from '#llmstxt';
import { inspectFile } from '../../../src/crawl/visit/inspect-file.ts';
import type { Observation } from '../../../src/directory/visit.ts';
import { aResponse, aVisit } from '../../directory/a-site.ts';

/** Creates an observation of `domain` with this response or failure. `finalUrl` is the URL after redirects. */
export function observed(
  domain: string,
  answer: { status: number; body: string } | { failure: FetchFailure },
  finalUrl = `https://${domain}/llms.txt`,
): Observation {
  const url = `https://${domain}/llms.txt`;
  const response = aResponse({
    url,
    finalUrl,
    chain: [...new Set([url, finalUrl])],
    status: 'status' in answer ? answer.status : null,
    failure: 'failure' in answer ? answer.failure : null,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
  const input = { body: 'body' in answer ? answer.body : null, response, url };
  const inspection = inspectFile({ domain, input, simulates: true });
  return aVisit('2026-11-20T10:00:00.000Z', { domain, response, inspection, contentHash: null });
}

export const GOOD_FILE = `# Tide tables

> When the sea comes and goes, for every harbour.

## Harbours

- [Brest](https://example.com/brest): times and heights
`;
