/**
 * Reports whether two hosts very likely belong to one registrable domain. The exact answer needs the Public Suffix
 * List, which is too large for a browser. This function compares the last two labels, or three if the last two look
 * like a suffix (`co.uk`, `com.au`).
 */
export function isSameSite(a: string, b: string): boolean {
  return a === b || registrableDomain(a) === registrableDomain(b);
}

const SECOND_LEVEL = /^(?:co|com|net|org|gov|edu|ac|or|ne|go|gob|gouv|nom|ltd|plc|sch|mil|in)$/;

function registrableDomain(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  const last = labels.at(-1) ?? '';
  const second = labels.at(-2) ?? '';
  return labels.slice(last.length === 2 && SECOND_LEVEL.test(second) ? -3 : -2).join('.');
}
