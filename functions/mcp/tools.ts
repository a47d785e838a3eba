import { generateDraft } from '../../src/operations/generate-draft.ts';
import { getDomain } from '../../src/operations/get-domain.ts';
import { readText } from '../../src/operations/read-text.ts';
import { renderCheckText } from '../../src/site/views/check/check-text.ts';
import { renderRegistrationText } from '../../src/site/views/claim/registration-text.ts';
import { renderVerifiedText } from '../../src/site/views/claim/verified-text.ts';
import { renderDomainText } from '../../src/site/views/domain/domain-text.ts';
import { renderDraftText } from '../../src/site/views/draft/draft-text.ts';
import { renderFileText } from '../../src/site/views/file/file-text.ts';
import { renderListingText } from '../../src/site/views/listing/listing-text.ts';
import { briefSearch } from './brief-search.ts';
import { pagedCheck } from './paged-check.ts';
import { registerWithClaim } from './register-with-claim.ts';
import { defineTool, type Tool } from './tool.ts';
import { verifyWithClaim } from './verify-with-claim.ts';

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
const VISITS = { ...READS, openWorldHint: true } as const;

/** Every tool of the service, the ones that read first. */
export const TOOLS: readonly Tool[] = [
  defineTool(getDomain, {
    name: 'lookup_domain',
    title: 'Look up a domain',
    advice: 'Use it to learn whether a site publishes an llms.txt and how far to trust the listing.',
    annotations: READS,
    say: renderDomainText,
  }),
  defineTool(briefSearch, {
    name: 'search_domains',
    title: 'Search the directory',
    advice: 'Use it to find sites about a subject that agents can read.',
    annotations: READS,
    say: renderListingText,
  }),
  defineTool(readText, {
    name: 'read_llms_txt',
    title: 'Read a site’s llms.txt',
    advice: 'Long files come in pages; a section is the quicker way to what you need.',
    annotations: READS,
    say: renderFileText,
  }),
  defineTool(pagedCheck, {
    name: 'check_llms_txt',
    title: 'Check a site’s llms.txt',
    advice: 'Takes a few seconds, and visits a site at most once a minute.',
    annotations: VISITS,
    say: renderCheckText,
  }),
  defineTool(generateDraft, {
    name: 'generate_llms_txt',
    title: 'Draft an llms.txt',
    annotations: VISITS,
    say: renderDraftText,
  }),
  defineTool(registerWithClaim, {
    name: 'register_domain',
    title: 'Register a domain',
    advice:
      'Each call returns a claim and the proofs that go with it; keep the claim for verify_domain. Registering needs no proof: verification is for the owner.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    say: renderRegistrationText,
  }),
  defineTool(verifyWithClaim, {
    name: 'verify_domain',
    title: 'Verify a domain',
    advice: 'Call it when a proof of register_domain is served. The key is for the owner alone.',
    // Earlier keys stop working.
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    say: renderVerifiedText,
  }),
];
