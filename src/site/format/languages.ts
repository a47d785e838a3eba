const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** The English name of an ISO 639 code; the code itself when it has none. */
export function languageName(code: string): string {
  return names.of(code) ?? code;
}
