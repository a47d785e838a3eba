import { type Domain, toRecord } from '../directory/record.ts';

/** The service of the examples in documents. */
export const SAMPLE_SERVICE = { baseUrl: 'https://directory.example', serviceName: 'The directory' } as const;

/** The record of the examples: a site whose owner has not verified it yet. */
export const SAMPLE_RECORD: Domain = toRecord(
  {
    domain: 'example.com',
    status: 'valid',
    tier: 'listed',
    authority: 54,
    verified: false,
    verified_at: null,
    llms_txt: 'https://example.com/llms.txt',
    llms_full_txt: null,
    nested_llms_txt: [],
    title: 'Example',
    summary: 'Payments for the internet.',
    description: null,
    tags: [],
    contact: null,
    sections: 4,
    links: 31,
    rank: 1_204,
    registered_at: '1995-08-14T04:00:00.000Z',
    country: 'US',
    first_seen: '2026-10-01T09:00:00.000Z',
    last_checked: '2026-11-20T10:00:00.000Z',
  },
  SAMPLE_SERVICE.baseUrl,
);
