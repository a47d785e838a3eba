import { registrableDomain } from '../../../../directory/domain-name.ts';
import type { ProofMethod } from '../../../../directory/proof-methods.ts';
import type { PublicFacts } from '../../../../directory/record.ts';
import type { Failure } from '../../../../directory/state.ts';
import { paths } from '../../../../directory/urls.ts';
import type { ProofReport } from '../../../../ownership/find-proof.ts';
import { proofRecord } from '../../../../ownership/methods/dns.ts';
import { type ProofInstructions, proofInstructions } from '../../../../ownership/proof-instructions.ts';
import type { Service } from '../../../service.ts';
import { fenced, listLinks, renderPage } from '../../format/markdown.ts';
import { markAfterVisit } from '../../format/status-words.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import { listBenefits, PROOF_WORDS } from './claim-view.ts';

/** Token with which a visitor proves control of a domain. */
export interface ClaimSteps {
  readonly token: string;
  /** URL that redeems the token from any address. */
  readonly verifyEndpoint: string;
  /** True if the visitor gets an equal token next time. */
  readonly isKept: boolean;
}

export interface ProofAttempt {
  readonly chosen: ProofMethod | null;
  /** Sentence that explains the missing key. */
  readonly problem: string;
  /** Content found in each of the four places. Empty without a search. */
  readonly reports: readonly ProofReport[];
  readonly nextLookS: number;
}

export interface ClaimData {
  readonly domain: string;
  /** Site of the domain. Null if the domain is not in the directory. A proof adds the domain. */
  readonly site: {
    readonly facts: Pick<PublicFacts, 'status' | 'tier' | 'verified' | 'last_checked' | 'llms_txt'>;
    readonly failure: Pick<Failure, 'kind'> | null;
  } | null;
  readonly steps: ClaimSteps;
  readonly attempt: ProofAttempt | null;
}

const KEEP_NOTE =
  'Your network address does not identify you, so this page shows another token whenever it is loaded. Keep this page open until we find your proof. Or save the address under “From a terminal”, which redeems this token at any time.';
const VERIFIED_NOTE =
  'This domain is already verified. If you have lost the key, publish a new proof below: you get a new key, and the old one stops working. Then enter your addresses for alerts again.';

const UNLISTED_NOTE = 'This domain is not in the directory yet. Your proof adds it.';

const KEPT_OUT_NOTE = 'This directory keeps the site out of lists and search. A proof does not change that.';

const OUTCOMES = {
  present: { label: 'found', look: 'status valid' },
  absent: { label: 'not found', look: 'status invalid' },
  inconclusive: { label: 'could not be read', look: 'status pending' },
} as const;
const MAX_SEEN_CHARACTERS = 300;

export function claimPageView({ domain, site: known, steps, attempt }: ClaimData, service: Service) {
  const facts = known?.facts ?? null;
  const site = { domain, llmsTxt: facts?.llms_txt ?? null };
  const instructions = proofInstructions({ site, token: steps.token, service });
  const opened = attempt?.chosen ?? instructions[0]?.method ?? null;
  return {
    domain,
    path: paths.claim(domain),
    title: `Claim ${domain}`,
    description: `Prove control of ${domain} and get its owner key.`,
    lede: 'Publish one proof, let us check it, and get your key. No account, no e-mail.',
    note: noteOn(facts),
    isTracked: facts !== null,
    /** Status. Null before the first visit. */
    state: facts?.last_checked ? markAfterVisit(facts.status, known?.failure?.kind === 'blocked') : null,
    lastChecked: facts?.last_checked ?? null,
    benefits: listBenefits(facts?.tier ?? null),
    token: steps.token,
    claim: new URL(steps.verifyEndpoint).searchParams.get('claim') ?? '',
    verifyUrl: steps.verifyEndpoint,
    keepNote: steps.isKept ? null : KEEP_NOTE,
    problem: attempt?.problem ?? null,
    nextLookS: attempt?.nextLookS ?? 0,
    methods: instructions.map((each) => ({
      ...methodView(domain, steps.token, each),
      isOpen: each.method === opened,
      ...reportView(each.method, attempt && shownReport(attempt, each.method)),
    })),
    links: [
      { label: 'Guide for owners', path: paths.doc('owners') },
      { label: `Badges for ${domain}`, path: paths.badgesOf(domain) },
    ],
  };
}
export type ClaimPageView = ReturnType<typeof claimPageView>;

function noteOn(facts: Pick<PublicFacts, 'tier' | 'verified'> | null): string | null {
  if (facts === null) return UNLISTED_NOTE;
  if (facts.tier === 'rejected') return KEPT_OUT_NOTE;
  return facts.verified ? VERIFIED_NOTE : null;
}

function methodView(domain: string, token: string, { method, description, snippet }: ProofInstructions) {
  const recommended = method === 'llms_txt' ? ' (recommended)' : '';
  const name = `${PROOF_WORDS[method].name}${recommended}`;
  if (method !== 'dns') {
    const part = { label: null, text: snippet, copied: PROOF_WORDS[method].checked };
    return { method, name, description: description.replace(/^Recommended: a/, 'A'), parts: [part], note: null };
  }
  const { host, value } = proofRecord(domain, token);
  const zone = registrableDomain(domain);
  const short = host.slice(0, -zone.length - 1);
  return {
    method,
    name,
    description: `Add a TXT record to the zone of ${zone}.`,
    parts: [
      { label: 'Host', text: host, copied: 'the host' },
      { label: 'Value', text: value, copied: 'the value' },
    ],
    note: `If your provider adds ${zone} automatically, enter ${short} as the host. A new record can take a few minutes to appear.`,
  };
}

/** Returns the report of a method. An empty place of another method is not a failure. */
function shownReport({ chosen, reports }: ProofAttempt, method: ProofMethod): ProofReport | null {
  const report = reports.find((each) => each.method === method) ?? null;
  const isChosen = chosen === null || chosen === method;
  return isChosen || report?.outcome !== 'absent' ? report : null;
}

/** Describes the expected proof and the found content of a method. */
function reportView(method: ProofMethod, report: ProofReport | null) {
  const button = `Check ${PROOF_WORDS[method].checked}`;
  if (!report) return { button, report: null };
  const { outcome, looked_for, where, seen } = report;
  return {
    button: `${button} again`,
    report: { ...OUTCOMES[outcome], lookedFor: looked_for, where, seen: cleanText(seen, MAX_SEEN_CHARACTERS) },
  };
}

export function renderClaimMarkdown(view: ClaimPageView, baseUrl: string): string {
  const { benefits, methods, token, keepNote, verifyUrl } = view;
  return renderPage(
    view.title,
    view.lede,
    view.note,
    '## 1. Your token',
    fenced(token),
    keepNote,
    '## 2. Publish it in one of four ways',
    methods.map(({ description, parts }, at) => `${at + 1}. ${description}\n\n${parts.map(renderPart).join('\n')}`),
    '## 3. Verify',
    'We check all four places. Your owner key is shown only once. Keep this address secret, because anyone who has it can redeem your proof.',
    fenced(`curl -X POST '${verifyUrl}'`),
    '## Benefits of verification',
    benefits.map((benefit) => `- ${benefit}`),
    listLinks(view.links, baseUrl),
  );
}

function renderPart({ label, text }: ClaimPageView['methods'][number]['parts'][number]): string {
  return `${label === null ? '' : `   ${label}:\n\n`}   \`\`\`\n   ${text}\n   \`\`\`\n`;
}
