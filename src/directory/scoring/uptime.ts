import { DAY_MS, elapsedMs } from '../duration.ts';
import type { Uptime } from '../state.ts';

/** Weeks kept: 13 weeks cover the 90 days of trust. */
const WEEKS_KEPT = 13;
const WEEK_MS = 7 * DAY_MS;
const FULL_UPTIME_MS = 90 * DAY_MS;

/** Returns the ISO 8601 week of an instant, such as `2026-W47`. */
export function toWeek(at: string): string {
  const day = new Date(Math.floor(Date.parse(at) / DAY_MS) * DAY_MS);
  // A week belongs to the year of its Thursday, and starts on Monday (ISO 8601).
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / WEEK_MS);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Adds a visit. Removes weeks that are too old, or in the future after a clock change. */
export function recordVisit(uptime: Uptime, at: string, ok: boolean): Uptime {
  const week = toWeek(at);
  const recent = recentWeeks(uptime, at);
  const tally = recent.find((entry) => entry.week === week) ?? { week, ok: 0, total: 0 };
  const next = { week, ok: tally.ok + (ok ? 1 : 0), total: tally.total + 1 };
  return [...recent.filter((entry) => entry.week !== week), next];
}

/**
 * Returns the uptime of the last 90 days, 0–1: the share of answered visits. Days before `firstSeen` count as down,
 * because a new site has no record yet.
 */
export function computeUptime(uptime: Uptime, firstSeen: string, at: string): number {
  const recent = recentWeeks(uptime, at);
  const total = recent.reduce((sum, entry) => sum + entry.total, 0);
  if (total === 0) return 0;
  const answered = recent.reduce((sum, entry) => sum + entry.ok, 0) / total;
  return answered * Math.min(1, Math.max(0, elapsedMs(firstSeen, at) / FULL_UPTIME_MS));
}

function recentWeeks(uptime: Uptime, at: string): Uptime {
  const oldest = toWeek(new Date(Date.parse(at) - (WEEKS_KEPT - 1) * WEEK_MS).toISOString());
  const newest = toWeek(at);
  return uptime.filter((entry) => entry.week >= oldest && entry.week <= newest);
}
