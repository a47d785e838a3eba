import type { Registrants } from '../../store/moderation.ts';
import { formatTable } from '../format-table.ts';

const HEAD = ['network', 'entries', 'last day', 'never valid', 'verified', 'first', 'last'];
/** Number of shown characters of a hash, enough to identify a network. */
const HASH_CHARS = 12;

/** Formats registered entries, one network per line. */
export function formatRegistrants({ networks, ...all }: Registrants): string {
  const rows = networks.map((one) => [
    one.network.slice(0, HASH_CHARS),
    ...[one.entries, one.last_day, one.never_valid, one.verified].map(String),
    one.first_at.slice(0, 10),
    one.last_at.slice(0, 10),
  ]);
  const total = ['all', ...[all.entries, all.last_day, all.never_valid, all.verified].map(String), '', ''];
  return `${formatTable([HEAD, ...rows, total])}\n`;
}

/** Formats the progress of a secret replacement. Empty without a previous secret. */
export function formatKeysLeft(keysLeft: number | null): string {
  return keysLeft === null ? '' : `\nowner keys of the previous SERVER_SECRET: ${keysLeft}\n`;
}
