import { InvalidArgumentError } from '@commander-js/extra-typings';
import { parseDomainName } from '../src/directory/domain-name.ts';
import { HOUR_MS, MINUTE_MS } from '../src/directory/duration.ts';
import { UsageError } from './run-command.ts';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: HOUR_MS };

/** Parses an integer of at least 1. Throws an `InvalidArgumentError`, like the other parsers here. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  return Number(text);
}

/** Parses `5h`, `30m` or `90s` to ms. */
export function parseDuration(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined) throw new InvalidArgumentError('It must look like 5h, 30m or 90s.');
  return Number(amount) * unitMs;
}

/** Parses `2/4`, the second of four. */
export function parseShard(text: string): string {
  const [, part, all] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (part === undefined || all === undefined || Number(part) < 1 || Number(part) > Number(all)) {
    throw new InvalidArgumentError('It must look like 2/4.');
  }
  return text;
}

/** Parses a port. 0 selects a free one. */
export function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port number.');
  return Number(text);
}

/**
 * Parses a typed domain or URL to its canonical form. `reserved` allows names reserved for tests. Throws a
 * `UsageError`.
 */
export function parseDomain(text: string, reserved: boolean): string {
  const parsed = parseDomainName(text, { form: 'name-or-url', reserved });
  if (!parsed.ok) throw new UsageError(`${text}: ${parsed.detail}`);
  return parsed.domain;
}

/** Parses a domain that may be in the directory, including reserved names of the sample web. */
export const parseListedDomain = (text: string): string => parseDomain(text, true);
