/** Checked parts, in order. */
export type Area =
  | 'settings'
  | 'secrets'
  | 'database'
  | 'schema'
  | 'schedule'
  | 'budget'
  | 'server'
  | 'routes'
  | 'headers'
  | 'proxy'
  | 'pages'
  | 'clock'
  | 'mail'
  | 'resolvers'
  | 'copies';

export interface Finding {
  readonly area: Area;
  readonly says: string;
  /** Remedy, or null without a fault. */
  readonly remedy: string | null;
}

export const good = (area: Area, says: string): Finding => ({ area, says, remedy: null });
export const fault = (area: Area, says: string, remedy: string): Finding => ({ area, says, remedy });

/** Formats one line per finding, with the remedy of a fault below it. */
export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ area, says, remedy }) => [
    `${remedy === null ? 'ok   ' : 'FAULT'}  ${area.padEnd(9)}  ${says}`,
    ...(remedy === null ? [] : [`${' '.repeat(18)}→ ${remedy}`]),
  ]);
  const faults = findings.filter(({ remedy }) => remedy !== null).length;
  return `${lines.join('\n')}\n\n${faults === 0 ? 'No faults.' : faults === 1 ? '1 fault.' : `${faults} faults.`}\n`;
}
