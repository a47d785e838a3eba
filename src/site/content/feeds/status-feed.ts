import type { StatusChange } from '../../../directory/survey.ts';
import { paths } from '../../../directory/urls.ts';
import type { Service } from '../../service.ts';
import { feedHead, renderAtom } from './atom.ts';

const WORDS = {
  broken: {
    path: paths.brokenFeed,
    subject: 'newly broken',
    title: (domain: string) => `${domain} no longer has a valid llms.txt`,
  },
  recovered: {
    path: paths.recoveredFeed,
    subject: 'newly recovered',
    title: (domain: string) => `${domain}: the llms.txt is valid again`,
  },
} as const;

const STATUS_SENTENCES: Readonly<Record<StatusChange['status'], string>> = {
  valid: '',
  pending: '',
  invalid: 'The file is missing or is not an llms.txt.',
  unreachable: 'The site could not be reached.',
};

/** Renders broken or recovered sites as an Atom feed, newest first. The feed contains no text of a site. */
export function renderStatusFeed(kind: keyof typeof WORDS, changes: readonly StatusChange[], service: Service): string {
  const { baseUrl, name } = service;
  const { path, subject, title } = WORDS[kind];
  const entries = changes.map(({ domain, status, at }) => {
    const url = `${baseUrl}${paths.domain(domain)}`;
    return { id: `${url}#${kind}-${at}`, url, title: title(domain), at, text: STATUS_SENTENCES[status] };
  });
  return renderAtom(feedHead(service, `${name}: ${subject}`, paths.stats, path), entries);
}
