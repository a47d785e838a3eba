import { escapeControls } from '../../runtime/escape-controls.ts';
import type { DomainCase, ModerationLine, Ruling } from '../../store/moderation.ts';
import type { decide } from './decide.ts';

/** Formats the changes of a decision as one line. */
export function formatDecision({ before, decision }: Awaited<ReturnType<typeof decide>>): string {
  const { domain, action, tier, authority, visited, verified } = decision;
  const owner = before.basis.verified && !verified ? '; its owner is removed, and the key is invalid' : '';
  const visits = visited ? '' : '; it is no longer visited';
  return `${domain}: ${action}. Tier ${before.facts.tier ?? 'none'} → ${tier ?? 'none'}, authority ${before.facts.authority ?? 'none'} → ${authority ?? 'none'}${owner}${visits}\n`;
}

/** Formats the operator's view of a domain and its log, as lines. */
export function formatCase(known: DomainCase): string {
  const { facts, basis, ruling, key, failure } = known;
  const rows: readonly (readonly [string, string])[] = [
    ['domain', facts.domain],
    ['status', `${facts.status}${failure ? `, failing since ${failure.since} (${failure.reason})` : ''}`],
    ['tier', facts.tier ?? 'none yet'],
    ['authority', String(facts.authority ?? 'none yet')],
    ['rejection', basis.rejection ?? 'none'],
    ['ruling', ruling ? `${ruling.rejection} since ${ruling.ruled_at}` : 'none'],
    ['title', facts.title ?? ''],
    ['first seen', facts.first_seen],
    ['last visit', facts.last_checked ?? 'never'],
    ['next visit', known.due_at ?? 'none'],
    ['owner', facts.verified ? `verified ${facts.verified_at ?? ''} by ${known.proof ?? 'an operator'}` : 'none'],
    ['key', key ? `issued ${key.issued_at}${key.suspended_at ? `, suspended ${key.suspended_at}` : ''}` : 'none'],
    ['key generation', String(known.key_generation)],
    ['webhook', known.webhook_state ?? 'none'],
    ['e-mail', known.email_state ?? 'none'],
  ];
  const table = rows.map(([name, value]) => `${name.padEnd(12)} ${escapeControls(value)}`);
  return `${[...table, ...known.log.map(formatLine)].join('\n')}\n`;
}

export function formatRulings(rulings: readonly Ruling[]): string {
  if (rulings.length === 0) return 'no decisions\n';
  return `${rulings.map(({ domain, rejection, ruled_at }) => `${ruled_at}  ${rejection.padEnd(10)}  ${domain}`).join('\n')}\n`;
}

export function formatLog(lines: readonly ModerationLine[]): string {
  return lines.length === 0 ? 'no decisions yet\n' : `${lines.map(formatLine).join('\n')}\n`;
}

function formatLine({ at, domain, action, rejection, note, operator }: ModerationLine): string {
  const as = action === 'reject' ? ` as ${rejection}` : '';
  return escapeControls(`${at}  ${action}${as} ${domain} by ${operator}${note ? `: ${note}` : ''}`);
}
