/** PHP messages of display_errors. */
const PHP = /(?:Warning|Notice|Deprecated|Fatal error|Parse error)(?:<\/b>)?:\s.{0,2000}\bon line\b/s;

/** Describes the text before a title. `should` completes the sentence "The title should". */
export function describeLead(text: string, should: string): string {
  const lead = PHP.test(text) ? 'A PHP message' : 'Text';
  return `${lead} comes before the "# " heading with the title, which should ${should}.`;
}
