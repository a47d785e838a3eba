import type { DomainDetail } from '../../../directory/detail.ts';
import { formatQuantity } from '../../../directory/format-numbers.ts';
import { paths } from '../../../directory/urls.ts';
import type { Service } from '../../service.ts';
import { changePhrase, countChanges } from '../views/domain/change-words.ts';
import { phraseText } from '../views/phrase.ts';
import { type FeedEntry, feedHead, renderAtom } from './atom.ts';

const MAX_ENTRIES = 50;

export function renderDomainAtom(detail: DomainDetail, service: Service): string {
  const { domain } = detail.facts;
  return renderAtom(toHead(domain, service, paths.domainFeed(domain)), toEntries(detail, service));
}

export function renderDomainJsonFeed(detail: DomainDetail, service: Service): string {
  const { domain } = detail.facts;
  const { title, author, page, self } = toHead(domain, service, paths.domainJsonFeed(domain));
  const items = toEntries(detail, service).map(({ id, url, title: heading, at, text }) => ({
    id,
    url,
    title: heading,
    content_text: text === '' ? heading : text,
    date_published: at,
  }));
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: self,
    authors: [{ name: author }],
    items,
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

function toHead(domain: string, service: Service, path: string) {
  return feedHead(service, `${domain}: changes of its llms.txt`, paths.domain(domain), path);
}

/** Lists versions and changes of status and proof, newest first. */
function toEntries(detail: DomainDetail, { baseUrl }: Service): FeedEntry[] {
  const url = `${baseUrl}${paths.domain(detail.facts.domain)}`;
  return [...versionEvents(detail), ...statusEvents(detail), ...proofEvents(detail)]
    .toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
    .slice(0, MAX_ENTRIES)
    .map(({ name, ...event }) => ({ id: `${url}#${name}`, url, ...event }));
}

/** `name` identifies the event within the domain. */
type DomainEvent = Pick<FeedEntry, 'title' | 'at' | 'text'> & { readonly name: string };

function versionEvents({ versions }: DomainDetail): DomainEvent[] {
  return versions.map(({ version, first_seen, sections, links, changes }) => {
    const size = `${formatQuantity(sections, 'section')}, ${formatQuantity(links, 'link')}`;
    const lines = (changes?.first ?? []).map((change) => phraseText(changePhrase(change)));
    return {
      name: `version-${version}`,
      title: version === 1 ? 'The llms.txt was read for the first time' : `Version ${version} of the llms.txt`,
      at: first_seen,
      text: [`${changes ? `${countChanges(changes)}. ` : ''}${size}.`, ...lines].join('\n'),
    };
  });
}

/** Lists changes of status between days. The first version shows the first status. */
function statusEvents({ history }: DomainDetail): DomainEvent[] {
  return history.flatMap(({ at, status }, index) => {
    const before = history[index - 1]?.status;
    if (before === undefined || before === 'pending' || before === status) return [];
    const title = status === 'valid' ? 'The llms.txt is valid again' : `The llms.txt is ${status}`;
    return [{ name: `status-${at}`, title, at, text: `It was ${before} before.` }];
  });
}

function proofEvents({ facts: { verified_at }, proof_missing_since: missing }: DomainDetail): DomainEvent[] {
  const proven = { name: `verified-${verified_at}`, title: 'The owner has proven control of the domain', text: '' };
  const lost = { name: `proof-missing-${missing}`, title: 'The proof of ownership is missing', text: '' };
  return [...(verified_at ? [{ ...proven, at: verified_at }] : []), ...(missing ? [{ ...lost, at: missing }] : [])];
}
