/** Ids within a report; `report` begins them all, because a page may hold two reports. */
export const lineId = (report: string, line: number) => `${report}-line-${line}`;
export const findingId = (report: string, rule: string) => `${report}-finding-${rule}`;
