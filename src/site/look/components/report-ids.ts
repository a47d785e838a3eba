/** Ids within a report. `report` is the prefix of the ids, because a page may have two reports. */
export const lineId = (report: string, line: number) => `${report}-line-${line}`;
export const findingId = (report: string, rule: string) => `${report}-finding-${rule}`;
