import { formatQuantity } from '../directory/format-numbers.ts';
import type { CrawlReport } from './steps/settle.ts';
import type { VisitSummary } from './visit-summary.ts';

/** Used part of `@actions/core`. Tests pass a fake. */
export interface ActionsCore {
  startGroup(name: string): void;
  endGroup(): void;
  warning(message: string, properties?: { title?: string }): void;
  error(message: string, properties?: { title?: string }): void;
  readonly summary: {
    addHeading(text: string, level?: number): ActionsCore['summary'];
    addTable(rows: string[][]): ActionsCore['summary'];
    addRaw(text: string, addEol?: boolean): ActionsCore['summary'];
    write(): Promise<unknown>;
  };
}

/** Most status changes listed in the summary. The log contains all. */
const MAX_NAMED = 50;

/** Reports a run in GitHub Actions: a group of visits, an annotation for each broken site, and a final table. */
export function followInActions(core: ActionsCore, title: string) {
  const broke: VisitSummary[] = [];
  core.startGroup(title);
  return {
    onVisit(visit: VisitSummary): void {
      if (visit.before === 'valid' && visit.status !== 'valid' && broke.length < MAX_NAMED) broke.push(visit);
    },
    async end(report: CrawlReport): Promise<void> {
      core.endGroup();
      if (report.broken) core.error(breakerSentence(report), { title: 'Self-fault breaker' });
      else for (const { domain, reason } of broke) core.warning(`${domain}: ${reason ?? 'failed'}`, { title: 'Broke' });
      if (report.errors > 0) {
        core.error(`${formatQuantity(report.errors, 'visit')} failed inside the crawler. See the log.`, {
          title: 'Errors',
        });
      }
      await core.summary
        .addHeading(title, 2)
        .addTable([['Figure', 'Value'], ...reportRows(report)])
        .addRaw(report.broken ? breakerSentence(report) : '', true)
        .write();
    },
  };
}

/** Returns the figures of a run as names and values. */
function reportRows(report: CrawlReport): [string, string][] {
  const { statuses } = report;
  const figures: [string, number][] = [
    ['Visited', report.visited],
    ['Valid', statuses.valid],
    ['Invalid', statuses.invalid],
    ['Unreachable', statuses.unreachable],
    ['Still pending', statuses.pending],
    ['Not modified', report.notModified],
    ['Were fine', report.fine],
    ['Of these failed', report.failed],
    ['Taken by another worker', report.lost],
    ['Postponed, address too busy', report.postponed],
    ['Errors of ours', report.errors],
  ];
  return [
    ...figures.map(([name, value]): [string, string] => [name, value.toLocaleString('en')]),
    ['Seconds', (report.durationMs / 1_000).toFixed(1)],
    ['Ended', report.ended],
  ];
}

export function reportLine(report: CrawlReport): string {
  const { statuses, visited, errors, ended } = report;
  const parts = [
    `${visited} visited`,
    `${statuses.valid} valid`,
    `${statuses.invalid} invalid`,
    `${statuses.unreachable} unreachable`,
    ...(statuses.pending > 0 ? [`${statuses.pending} pending`] : []),
    ...(errors > 0 ? [formatQuantity(errors, 'error')] : []),
    ...(ended === 'nothing-due' ? [] : [ended]),
  ];
  return parts.join(', ');
}

export function breakerSentence({ failed, fine }: CrawlReport): string {
  return `${failed} of ${fine} valid domains failed in this run. The cause is probably our network, so the failures were not applied.`;
}
