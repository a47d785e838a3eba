import { type Authority, findAuthorities } from '../address/read-authority.ts';
import { findUrlFault } from '../address/url-fault.ts';
import { parseUrl } from '../parser/parse-url.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { severityByShare } from '../reporting/severity-by-share.ts';
import { shorten } from '../reporting/shorten.ts';
import type { Link } from '../types/document.ts';
import type { LlmsFile } from '../types/file.ts';
import type { RuleReport } from '../types/rule.ts';

const PERSONAL: Readonly<Record<string, string>> = {
  mailto: 'is an email address, which an agent cannot read',
  tel: 'is a phone number, which an agent cannot read',
  sms: 'is a phone number, which an agent cannot read',
};
const SCHEME = /^([a-z][a-z0-9+.-]{0,30}):/i;
/** Advice for a URL that works but that many agents cannot open. */
const OTHER_ADDRESS = 'Link to a web page with an ordinary URL.';
/** Matches text that every fault has if the URL parser accepts the URL. */
const SUSPECT = /[%?&]|null|NaN/;
/** Matches a page about a JavaScript value. The name of a link to such a page is the value. */
const VALUE = /\/(null|NaN)(?:[/?#]|$)/;

type Fault = Pick<RuleReport, 'message'> & { readonly isBad: boolean };

function findFault(link: Link, authority: Authority | null, ownHost: string): Fault | null {
  if (isOrdinary(link, authority)) return null;
  const href = link.href.trim();
  if (href === '') return null;
  const scheme = SCHEME.exec(href)?.[1]?.toLowerCase() ?? 'http';
  const hint = PERSONAL[scheme] ?? findHint(authority, ownHost);
  const isBad = (scheme !== 'https' && scheme !== 'http') || isUnresolvable(link);
  const words = isBad ? null : (findUrlFault(href, authority, ownHost) ?? findMissingValue(link));
  if (hint !== undefined && words === null) return { isBad: false, message: `"${shorten(href)}" ${hint}.` };
  if (!isBad && words === null) return null;
  return {
    isBad: true,
    message: `"${shorten(href)}" is not a URL that an agent can follow${words === null ? '' : `: ${words}`}.`,
  };
}

/** Reports quickly whether a link has no fault. */
function isOrdinary({ href, url }: Link, authority: Authority | null): boolean {
  const isPublic = authority !== null && authority.host !== '' && authority.port === '' && authority.fault === null;
  return isPublic && href === url && !SUSPECT.test(href);
}

function isUnresolvable({ href, url }: Link): boolean {
  return url === null && parseUrl(href.trim(), 'https://host.invalid/') === null;
}

function findMissingValue({ href, title, notes }: Link): string | null {
  const value = VALUE.exec(href)?.[1];
  if (value === undefined || title.toLowerCase() === value.toLowerCase()) return null;
  return notes?.includes(value) === true ? null : 'it lacks a value';
}

/** Describes a URL that works but that many agents cannot open. */
function findHint(authority: Authority | null, ownHost: string): string | undefined {
  if (authority === null || authority.host === '' || authority.host === ownHost) return undefined;
  const { port, fault } = authority;
  if (fault?.kind === 'number') return `has ${fault.words} instead of a name`;
  return port === '' || fault !== null ? undefined : 'has a special port, which many agents do not open';
}

function findFaults(file: LlmsFile): ReadonlyMap<Link, Fault> {
  const { read, ownHost } = findAuthorities(file);
  const faults = new Map<Link, Fault>();
  for (const link of file.document.links) {
    const fault = findFault(link, link.url === null ? null : read(link.url), ownHost);
    if (fault !== null) faults.set(link, fault);
  }
  return faults;
}

export const badUrl = defineRule({
  id: 'bad-url',
  title: 'Invalid URL',
  severity: 'error',
  source: 'convention',
  fix: 'Write a complete URL that starts with https://.',
  *check(file) {
    const faults = findFaults(file);
    const severity = severityByShare(file, [...faults.values()].filter(({ isBad }) => isBad).length);
    for (const [{ span }, { isBad, message }] of faults)
      yield isBad ? { at: span, severity, message } : { at: span, severity: 'info', message, fix: OTHER_ADDRESS };
    yield* reportMarks(file, 'broken-link', (mark) => ({
      severity: 'warning' as const,
      message: `"${shorten(mark.value)}" looks like a link, but a space or bracket in the URL breaks it. Write %20 for a space.`,
    }));
  },
});
