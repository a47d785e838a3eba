/**
 * Expands a small text to a large text, so that a site of hundreds of kilobytes has a few lines. `{{1..4000}}` repeats its line
 * for each number. `{{10000×U+0301}}` repeats the character.
 */
export function expandPlaceholders(template: string): string {
  return template
    .split('\n')
    .flatMap((line) => {
      const range = /\{\{(\d+)\.\.(\d+)\}\}/.exec(line);
      if (!range) return [line];
      const from = Number(range[1]);
      const count = Number(range[2]) - from + 1;
      return Array.from({ length: count }, (_, i) => line.replaceAll(range[0], String(from + i)));
    })
    .join('\n')
    .replace(/\{\{(\d+)×U\+([0-9A-F]{4,6})\}\}/g, (_, count: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(count)),
    );
}
