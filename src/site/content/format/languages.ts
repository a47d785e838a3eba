const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** Returns the English name of an ISO 639 code, or the code. */
export function languageName(code: string): string {
  return names.of(code) ?? code;
}
