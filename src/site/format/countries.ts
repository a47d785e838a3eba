/** At most 676 of them; asking ICU again costs more than the row around the name. */
const asked = new Map<string, string>();
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** The English name of an ISO 3166-1 alpha-2 code; the code itself when it has none. */
export function countryName(code: string): string {
  const known = asked.get(code);
  if (known !== undefined) return known;
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const name = names.of(code) ?? code;
  asked.set(code, name);
  return name;
}
