/** PHP messages of display_errors. */
const PHP = /(?:Warning|Notice|Deprecated|Fatal error|Parse error)(?:<\/b>)?:\s.{0,2000}\bon line\b/s;

/** Describes the text before a title. */
export function describeLead(text: string): string {
  return PHP.test(text) ? 'A PHP message' : 'Text';
}
