import { HTML_TYPE, JSON_TYPE, MARKDOWN_TYPE, PROBLEM_TYPE } from './media-types.ts';

interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly q: number;
}

/**
 * Returns the best of `offers` (in our order of preference) for an `Accept` field, or null if it allows none (RFC
 * 9110 §12.5.1). The most specific matching range sets the weight of a type. Equal weights follow our order.
 */
export function negotiate<Offer extends string>(accept: string | undefined, offers: readonly Offer[]): Offer | null {
  if (accept === undefined || accept.trim() === '') return offers[0] ?? null;
  const ranges = parseRanges(accept);
  let best: Offer | null = null;
  let bestQ = 0;
  for (const offer of offers) {
    const q = weight(offer, ranges);
    if (q > bestQ) {
      best = offer;
      bestQ = q;
    }
  }
  return best;
}

/** Reports whether an error is shown as a page, because the client prefers HTML to JSON. */
export function prefersPage(accept: string | undefined): boolean {
  return negotiate(accept, [PROBLEM_TYPE, JSON_TYPE, HTML_TYPE]) === HTML_TYPE;
}

export const PAGE_TYPES = [HTML_TYPE, MARKDOWN_TYPE] as const;

export function prefersMarkdown(accept: string | undefined): boolean {
  return negotiate(accept, PAGE_TYPES) === MARKDOWN_TYPE;
}

/** Parses the lowercase members of a field such as `Accept`, with their weights (RFC 9110 §12.4.2). */
export function parseAccept(field: string): { readonly value: string; readonly q: number }[] {
  return field.split(',').flatMap((member) => {
    const [value = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
    const weightText = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
    // Ignore members with a malformed weight. Java clients omit the zero, as in `*; q=.2`.
    if (weightText !== undefined && !/^(?:0?\.\d+|0\.?|1(?:\.0*)?)$/.test(weightText)) return [];
    return [{ value, q: weightText === undefined ? 1 : Number(weightText) }];
  });
}

function parseRanges(accept: string): Range[] {
  return parseAccept(accept).flatMap(({ value, q }) => {
    const [, type, subtype] = /^([^\s/]+)\/([^\s/]+)$/.exec(value === '*' ? '*/*' : value) ?? [];
    return type && subtype ? [{ type, subtype, q }] : [];
  });
}

function weight(offer: string, ranges: readonly Range[]): number {
  const [type, subtype] = offer.split('/');
  let specificity = -1;
  let q = 0;
  for (const range of ranges) {
    if (range.type !== '*' && range.type !== type) continue;
    if (range.subtype !== '*' && range.subtype !== subtype) continue;
    const s = (range.type === '*' ? 0 : 1) + (range.subtype === '*' ? 0 : 1);
    if (s > specificity) {
      specificity = s;
      q = range.q;
    }
  }
  return q;
}
