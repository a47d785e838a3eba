interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly q: number;
}

/**
 * The best of `offers` (our order of preference) for an `Accept` field, or null when it allows none (RFC 9110 §12.5.1).
 * The most specific range that covers a type decides its weight; among equal weights our order does.
 */
export function negotiate<Offer extends string>(accept: string | undefined, offers: readonly Offer[]): Offer | null {
  if (accept === undefined || accept.trim() === '') return offers[0] ?? null;
  const ranges = accept.split(',').flatMap(parseRange);
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

/** Whether an error is to be a page: browsers name HTML, programs as a rule do not. */
export function asksForPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}

function parseRange(text: string): Range[] {
  const [media = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const match = /^([^\s/]+)\/([^\s/]+)$/.exec(media);
  if (!match?.[1] || !match[2]) return [];
  const weightText = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
  // A malformed weight is a malformed range: ignored, as if it had not been sent.
  if (weightText !== undefined && !/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weightText)) return [];
  return [{ type: match[1], subtype: match[2], q: weightText === undefined ? 1 : Number(weightText) }];
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
