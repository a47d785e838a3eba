/** Escapes control characters of site text, so that they cannot change the terminal. */
export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '�');
}
