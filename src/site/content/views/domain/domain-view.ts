import { countPlaces, type GeneratorId, type Preview } from '#llmstxt';
import { describeAgents } from '../../../../directory/agent-access.ts';
import type { DomainDetail } from '../../../../directory/detail.ts';
import { formatCount } from '../../../../directory/format-numbers.ts';
import { paths } from '../../../../directory/urls.ts';
import { MAX_LINKS } from '../../../../search/file-links.ts';
import type { Service } from '../../../service.ts';
import { badgeSnippets } from '../../badge-snippets.ts';
import { facetName, facetPath } from '../../facets.ts';
import { formatDate } from '../../format/dates.ts';
import { countryName } from '../../format/names.ts';
import { markAfterVisit, markBeforeVisit, STATUS_LABELS, TIER_LABELS } from '../../format/status-words.ts';
import { cleanNames, cleanPath, cleanText, linkableUrl } from '../../format/untrusted-text.ts';
import { isShown, toFullRow } from '../../row.ts';
import { agentsView } from '../agents/agents-view.ts';
import { claimView } from '../claim/claim-view.ts';
import { type FindingsView, findingsView, NO_FINDINGS } from '../findings/findings-view.ts';
import { outlineView } from '../outline/outline-view.ts';
import type { Fact, Phrase, PhrasePart } from '../phrase.ts';
import { qualityView } from '../quality/quality-view.ts';
import { findName } from '../sites/site-view.ts';
import { authorityView } from './authority-view.ts';
import { domainHead, siteRel } from './domain-head.ts';
import { evidenceView } from './evidence-view.ts';
import { failingPhrase, missingProofPhrase } from './failing-phrase.ts';
import { historyView } from './history-view.ts';
import { markdownVersionsView } from './markdown-versions-view.ts';
import { verdictView } from './verdict-view.ts';
import { versionsView } from './versions-view.ts';

export interface FindingsSection extends FindingsView {
  readonly heading: string;
  readonly empty: string;
}

/** Most bytes of the shown links, because a page has at most 60 kB. The file's text contains all links. */
const MAX_OUTLINE_BYTES = 12_000;
/** Most shown places per broken rule. A check shows more. */
const MAX_PLACES = 3;
const MAX_LEAD_CHARACTERS = 150;
const MAX_CONTENTS_CHARACTERS = 200;
const MAX_CONTACT_CHARACTERS = 200;
const MAX_SIMILAR_NAME_CHARACTERS = 60;
/** Matches an address without characters that extend a mail link. */
const MAIL_ADDRESS = /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/;
const WAITING = {
  isQueued: true,
  heading: 'Waiting for the first visit',
  headingAfter: 'The first visit is done',
  text: 'The file, its findings and the score appear here after the first visit.',
};
const NEVER_VISITED = {
  isQueued: false,
  heading: 'Not visited',
  headingAfter: null,
  text: 'The site is kept out of the directory, and the crawler does not visit it.',
};
const UNREAD = 'No visit has read the file.';
const SUMMARY_SOURCE = {
  quote: 'from its llms.txt',
  paragraph: 'first paragraph of its llms.txt',
  homepage: 'description of its homepage',
} as const;
const COUNTRY_BASIS = { cctld: 'top-level domain', locale: 'declared locale', address: 'server address' } as const;

/** Creates the data of a domain page, in page order. Text of the site is cleaned, not escaped. */
export function domainView(detail: DomainDetail, service: Service) {
  const { facts, preview, evidence } = detail;
  const { domain } = facts;
  const findings = findingsView(detail.findings, undefined, MAX_PLACES);
  const head = domainHead(facts);
  const homepage = `https://${domain}/`;
  const fileUrl = linkableUrl(facts.llms_txt);
  const quality = detail.quality_details && qualityView(detail.quality_details, detail.components.quality);
  const contents = quality?.isBorrowed ? null : formatContents(detail);
  const lead = head.summary ?? contents ?? head.name ?? `${STATUS_LABELS[facts.status].label} llms.txt of ${domain}.`;
  return {
    description: `${cleanText(lead, MAX_LEAD_CHARACTERS)} Status, authority and findings of the llms.txt of ${domain}.`,
    isIndexed: facts.tier !== 'rejected',
    head,
    /** First sections of the site's own file, if both summary and description are missing. */
    contents,
    summarySource: head.summary && detail.summary_source && SUMMARY_SOURCE[detail.summary_source],
    homepage: { url: homepage, rel: siteRel(homepage, facts) },
    marks: domainMarks(detail),
    warnings: listWarnings(detail),
    actions: [
      { label: 'Check now', path: paths.checkOf(domain) },
      ...(facts.verified ? [] : [{ label: 'Claim this site', path: paths.claim(domain) }]),
    ],
    health: formatHealth(detail, findings),
    authority: authorityView(detail),
    quality,
    verdict: verdictView(detail, findings, quality),
    facts: listFacts(detail),
    waiting: toWaiting(detail),
    findings: findingsSections(detail, findings),
    outline: preview && toOutline(preview, detail, head.summary),
    // Without counts, the last response was not a file, and the preview shows the last valid version.
    outlineHeading: facts.sections === null ? 'What the last valid llms.txt offered' : 'What the llms.txt offers',
    textPath: isShown(facts) ? paths.readText(domain) : null,
    linksPath: isShown(facts) ? paths.linksOf(domain) : null,
    /** Part of the file that this search covers. */
    linksScope: (facts.links ?? 0) > MAX_LINKS ? `in the first ${formatCount(MAX_LINKS)} links` : 'in the whole file',
    file: fileUrl === null ? null : { url: fileUrl, rel: siteRel(fileUrl, facts) },
    outlineEmpty: outlineNote(facts),
    history: historyView(detail.history, facts.last_checked),
    /** Versions. Null if the file has only one version. */
    versions: detail.versions.length > 1 ? versionsView(domain, detail.versions) : null,
    markdownVersions: markdownVersionsView(detail.twins),
    agents: detail.agents && agentsView(describeAgents(detail.agents)),
    feeds: [
      { label: 'Changes as an Atom feed', path: paths.domainFeed(domain), type: 'application/atom+xml' },
      { label: 'Changes as a JSON feed', path: paths.domainJsonFeed(domain), type: 'application/feed+json' },
    ],
    evidence: evidence && evidenceView(evidence),
    claim: facts.verified ? null : claimView({ domain, llmsTxt: facts.llms_txt }, facts.tier, service),
    badge: toBadge(facts, service),
    jumps: listJumps(detail),
    twins: toTwins(domain),
    similar: detail.similar.map(similarSite),
  };
}
export type DomainView = ReturnType<typeof domainView>;

/** Returns the badge, or null if the badge would not show a valid file. */
function toBadge({ domain, tier, status, verified }: DomainDetail['facts'], { baseUrl }: Service) {
  if (tier === 'rejected' || !(status === 'valid' || verified)) return null;
  return {
    ...badgeSnippets(domain, baseUrl),
    path: paths.badge(domain),
    alt: `llms.txt status of ${domain}`,
    stylesPath: paths.badgesOf(domain),
  };
}

function toTwins(domain: string) {
  return [
    { label: 'This page as Markdown', path: paths.domainMarkdown(domain) },
    { label: 'This page as JSON', path: paths.domainJson(domain) },
    { label: 'API record', path: paths.lookup(domain) },
  ];
}

/** `name` is null if the name of the site repeats the domain. */
function similarSite({ domain, title, authority }: DomainDetail['similar'][number]) {
  const name = findName({ title, domain }, MAX_SIMILAR_NAME_CHARACTERS);
  return { domain, name, path: paths.domain(domain), authority };
}

/** Creates the outline. Skips a summary that starts the first paragraph, because the head shows it. */
function toOutline(preview: Preview, { facts, summary_source }: DomainDetail, summary: string | null) {
  const { sections, links } = facts;
  const totals = sections === null || links === null ? null : { sections, links };
  const outline = outlineView(preview, totals, MAX_OUTLINE_BYTES);
  const [first, ...others] = outline.details;
  const summaryStart = summary?.replace(/…$/, '').trimEnd() ?? '';
  if (
    summary_source !== 'paragraph' ||
    summaryStart === '' ||
    typeof first !== 'string' ||
    !first.startsWith(summaryStart)
  ) {
    return outline;
  }
  const rest = first.slice(summaryStart.length).trim();
  return { ...outline, details: rest === '' ? others : [`… ${rest}`, ...others] };
}

function contactPart(contact: string): PhrasePart {
  const words = cleanText(contact, MAX_CONTACT_CHARACTERS).replace(/^https?:\/\//, '');
  const url = MAIL_ADDRESS.test(contact) ? `mailto:${contact}` : linkableUrl(contact);
  return url === null ? { quoted: words } : { outside: url, words };
}

function outlineNote({ tier, last_checked }: DomainDetail['facts']): string {
  if (tier === 'rejected') return 'The file is not shown while the site is kept out of the directory.';
  return last_checked ? 'No readable file was found.' : 'The file has not been read yet.';
}

function formatContents(detail: DomainDetail): string | null {
  return cleanNames(toFullRow(detail).section_names, MAX_CONTENTS_CHARACTERS) || null;
}

/** Returns the text before the first visit. Blocked and opted-out sites get no visits. */
function toWaiting({ facts, rejection }: DomainDetail) {
  if (facts.last_checked !== null) return null;
  return rejection === 'block-list' || rejection === 'opt-out' ? NEVER_VISITED : WAITING;
}

function domainMarks({ facts, failure, content_changed_at }: DomainDetail) {
  const isBlocked = failure?.kind === 'blocked';
  const status = facts.last_checked === null ? markBeforeVisit(facts.status) : markAfterVisit(facts.status, isBlocked);
  const isUnchanged = content_changed_at !== null && facts.status === 'valid';
  return [
    {
      ...status,
      note: isUnchanged ? `file unchanged since ${formatDate(content_changed_at)}` : null,
    },
    ...(facts.tier ? [{ look: `tier ${facts.tier}`, ...TIER_LABELS[facts.tier], note: null }] : []),
    ...(facts.verified
      ? [
          {
            look: 'verified',
            label: 'Verified',
            meaning: 'The owner has proven control of the domain.',
            note: facts.verified_at && `since ${formatDate(facts.verified_at)}`,
          },
        ]
      : []),
  ];
}

function listJumps({ facts, preview, versions, evidence, agents, findings }: DomainDetail) {
  if (facts.last_checked === null) return [];
  return [
    ...(preview ? [{ path: '#outline', words: 'Contents' }] : []),
    ...(findings.length === 0 ? [] : [{ path: '#findings', words: `Findings ${formatCount(countPlaces(findings))}` }]),
    { path: '#scores', words: 'Scores' },
    ...(agents ? [{ path: '#agents', words: 'Agents' }] : []),
    ...(versions.length > 1 ? [{ path: '#versions', words: 'Versions' }] : []),
    ...(evidence ? [{ path: '#evidence', words: 'Evidence' }] : []),
    { path: '#facts', words: 'Facts' },
    ...(facts.verified ? [] : [{ path: '#verify', words: 'Claim' }]),
  ];
}

function formatHealth({ facts, preview, failure }: DomainDetail, { counts }: FindingsView): Phrase | null {
  const problems = counts.map(({ text }) => text).join(', ');
  const since: Phrase =
    failure && facts.status !== 'valid' && facts.tier !== 'rejected'
      ? ['Failing since ', { at: failure.since }, '. ']
      : [];
  if (facts.last_checked === null || (problems === '' && preview === null)) return since.length > 0 ? since : null;
  return [
    ...since,
    problems === '' ? 'No problems found' : { path: '#findings', words: problems },
    ' at the visit of ',
    { on: facts.last_checked },
    '.',
  ];
}

function listWarnings({ facts, failure, proof_missing_since }: DomainDetail): Phrase[] {
  return [
    ...(proof_missing_since
      ? [missingProofPhrase(proof_missing_since, ': the verification lapses after seven days.')]
      : []),
    // Show the reason only for a valid site, because the verdict shows the reason of other statuses.
    ...(failure && facts.status === 'valid' ? [failingPhrase(failure.since, failure.reason, facts.status)] : []),
  ];
}

function listFacts({ facts, country_basis }: DomainDetail): Fact[] {
  const { rank, country, registered_at, first_seen, last_checked, contact } = facts;
  const basis = country_basis ? [{ quiet: ` by ${COUNTRY_BASIS[country_basis]}` }] : [];
  return [
    ...(facts.topics.length === 0 ? [] : [{ label: 'Topics, by our rules', value: topicsPhrase(facts) }]),
    ...(facts.generator === null ? [] : [{ label: 'Made with', value: generatorPhrase(facts, facts.generator) }]),
    { label: 'Popularity rank', value: [rank === null ? { quiet: 'unranked' } : `#${formatCount(rank)}`] },
    { label: 'Country', value: country ? [countryName(country), ...basis] : [{ quiet: 'unknown' }] },
    { label: 'Registered', value: [registered_at ? { on: registered_at } : { quiet: 'unknown' }] },
    { label: 'First seen', value: [{ on: first_seen }] },
    {
      label: 'Last checked',
      value: [last_checked ? { checked: last_checked, domain: facts.domain } : { quiet: 'not yet' }],
    },
    ...(contact ? [{ label: 'Contact', value: [contactPart(contact)] }] : []),
  ];
}

/** Formats the program as a link to its page, if the page lists the site. */
function generatorPhrase(facts: DomainDetail['facts'], generator: GeneratorId): Phrase {
  const facet = { by: 'generator', value: generator } as const;
  return [isShown(facts) ? { path: facetPath(facet, 1), words: facetName(facet) } : facetName(facet)];
}

/** Formats the topics as links to their pages, if the pages list the site. */
function topicsPhrase(facts: DomainDetail['facts']): Phrase {
  return facts.topics.flatMap((topic, at): PhrasePart[] => {
    const facet = { by: 'topic', value: topic } as const;
    const words = facetName(facet);
    return [...(at === 0 ? [] : [', ']), isShown(facts) ? { path: facetPath(facet, 1), words } : words];
  });
}

/** Returns the findings of the llms.txt, then of the nested files. */
function findingsSections({ facts, nested }: DomainDetail, own: FindingsView): FindingsSection[] {
  return [
    // A file that is neither valid nor has findings was not read.
    { heading: 'Findings', empty: facts.status === 'valid' ? NO_FINDINGS : UNREAD, ...own },
    ...nested.map(({ url, findings: found, failure }) => ({
      heading: `Findings in ${cleanPath(url)}`,
      empty: failure ? `It could not be read: ${failure}.` : NO_FINDINGS,
      ...findingsView(found, undefined, MAX_PLACES),
    })),
  ];
}
