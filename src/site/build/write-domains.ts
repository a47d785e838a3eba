import type { DomainDetail } from '../../directory/detail.ts';
import type { Service } from '../service.ts';
import { domainFilePaths, renderDomainFiles } from './domain-files.ts';
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
      const files = await renderDomainFiles(app, detail, service);
      for (const file of files) folder.write(file);
      // What the domain had before and has no longer, such as a card of its own.
      const made = new Set(files.map(({ path }) => path));
      for (const path of domainFilePaths(detail.facts.domain)) if (!made.has(path)) folder.remove(path);
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
