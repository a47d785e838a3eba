/** A whole number as English text has it, `12,345`. The locale functions of Node load their data first, for many milliseconds. */
export function groupDigits(number: number): string {
  if (number < 1000) return String(number);
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
