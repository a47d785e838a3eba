import type { DomainDetail } from '../../directory/detail.ts';
import type { Service } from '../service.ts';
import { renderDomainFiles } from './domain-files.ts';
import type { SiteApp } from './site-app.ts';
import type { FileCounts, SiteFolder } from './site-folder.ts';

/** A domain whose page could not be rendered. */
export interface FailedDomain {
  readonly domain: string;
  readonly reason: string;
}

export interface WrittenDomains {
  readonly failed: readonly FailedDomain[];
  readonly counts: FileCounts;
}

/** Renders and writes the files of these domains. One that cannot be rendered keeps its old files and does not stop the others. */
export async function writeDomains(
  app: SiteApp,
  service: Service,
  folder: SiteFolder,
  details: readonly DomainDetail[],
): Promise<WrittenDomains> {
  const failed: FailedDomain[] = [];
  const before = { ...folder.counts };
  for (const detail of details) {
    try {
      for (const file of await renderDomainFiles(app, detail, service)) folder.write(file);
    } catch (error) {
      failed.push({ domain: detail.facts.domain, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const { written, unchanged, removed } = folder.counts;
  return {
    failed,
    counts: {
      written: written - before.written,
      unchanged: unchanged - before.unchanged,
      removed: removed - before.removed,
    },
  };
}
