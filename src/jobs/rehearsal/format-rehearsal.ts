import { formatTable } from '../format-table.ts';
import { FARM_DAYS, type FarmCost } from './farms/farms.ts';
import type { Rehearsal, RuleTally } from './rehearse.ts';
import type { RejudgedVisit } from './rejudge.ts';

type Table = {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

export function formatRehearsal(rehearsal: Rehearsal): string {
  const blocks = toTables(rehearsal).map(({ title, head, rows }) => {
    if (rows.length === 0) return `${title}: none`;
    return `${title}\n${formatTable([head, ...rows])}`;
  });
  return `${[formatSummary(rehearsal).join('\n'), ...blocks].join('\n\n')}\n`;
}

function formatSummary(rehearsal: Rehearsal): string[] {
  const { ruleset, scoreVersion, qualityVersion, judged, reproduced, unknownVersion, notReproduced, flips } = rehearsal;
  return [
    `Rules ${ruleset}, score version ${scoreVersion}, quality version ${qualityVersion}: ${judged} stored visits judged, ${flips.length} with another status or tier.`,
    `Stored qualities that their version reproduces: ${reproduced} of ${judged}; ${notReproduced.length} differ, ${unknownVersion} have a version that this code does not support.`,
  ];
}

function toTables({ flips, rules, qualityChanges, largest, notReproduced, takenOver, farms }: Rehearsal): Table[] {
  return [
    { title: 'Status and tier', head: ['domain', 'before', 'after', 'rules'], rows: flips.map(visitRow) },
    {
      title: 'Rules',
      head: ['rule', 'more', 'fewer', 'status flips', 'tier flips', 'for example'],
      rows: rules.map(ruleRow),
    },
    {
      title: 'Quality',
      head: ['change', 'sites'],
      rows: Object.entries(qualityChanges).map(([name, sites]) => [name, String(sites)]),
    },
    {
      title: 'Largest changes of authority',
      head: ['domain', 'before', 'after', 'rules'],
      rows: largest.map(visitRow),
    },
    {
      title: 'Qualities that their version does not reproduce',
      head: ['domain', 'stored', 'computed'],
      rows: notReproduced.map(({ domain, stored, computed }) => [domain, String(stored ?? '–'), String(computed)]),
    },
    {
      title: 'Reused verdicts',
      head: ['verdict', 'sites', 'because'],
      rows: takenOver
        .filter(({ sites }) => sites > 0)
        .map(({ verdict, sites, reason }) => [verdict, String(sites), reason]),
    },
    {
      title: `Costs of the featured tier, simulated for ${FARM_DAYS} days`,
      head: ['farm', 'names', 'proofs', 'kB', 'quality', 'authority', 'days'],
      rows: farms.map(farmRow),
    },
  ];
}

function visitRow({ domain, before, after, rules }: RejudgedVisit): string[] {
  const changed = rules.map(({ id, by }) => `${by > 0 ? '+' : '−'}${id}`).join(' ');
  return [domain, inWords(before), inWords(after), changed];
}

function inWords({ status, tier, quality, authority }: RejudgedVisit['before' | 'after']): string {
  return `${status} ${tier ?? '–'} authority ${authority ?? '–'} quality ${quality ?? '–'}`;
}

function ruleRow({ id, more, fewer, statusFlips, tierFlips, excerpts }: RuleTally): string[] {
  const [first] = excerpts;
  const place = first === undefined ? '' : `${first.domain}${first.line === null ? '' : `:${first.line}`}`;
  return [
    id,
    String(more),
    String(fewer),
    String(statusFlips),
    String(tierFlips),
    printable(`${place} ${first?.excerpt ?? ''}`),
  ];
}

function farmRow({ way, names, proofs, bytes, quality, authority, days }: FarmCost): string[] {
  const kB = (bytes / 1000).toFixed(1);
  return [
    way,
    String(names),
    String(proofs),
    kB,
    String(quality),
    String(authority),
    days === null ? '–' : String(days),
  ];
}

/** Escapes site excerpts, so that they cannot change the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
