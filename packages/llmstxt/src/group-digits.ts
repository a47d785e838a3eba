/**
 * Formats an integer as English text, `12,345`. Node's locale functions are not used, because loading their data
 * takes many milliseconds.
 */
export function groupDigits(number: number): string {
  if (number < 1000) return String(number);
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
