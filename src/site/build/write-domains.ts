import type { StoredDetail } from '../../directory/detail.ts';
import { toMessage } from '../../directory/to-message.ts';
import { readDetail } from '../../store/read-detail.ts';
import type { PublishProfile } from '../publish-profile.ts';
import type { Service } from '../service.ts';
import { domainFilePaths, renderDomainFiles } from './domain-files.ts';
import type { SiteApp } from './site-app.ts';
import type { FileCounts, SiteFile, SiteFolder } from './site-folder.ts';

export interface FailedDomain {
  readonly domain: string;
  readonly reason: string;
}

export interface WrittenSite {
  readonly service: Service;
  readonly profile: PublishProfile;
}

export interface WrittenDomains {
  readonly failed: readonly FailedDomain[];
  readonly counts: FileCounts;
}

/** Most domains with running writes, of about a hundred files. */
const WRITTEN_AT_ONCE = 16;

/** Renders and writes the files of domains. A domain that fails to render keeps its old files. */
export async function writeDomains(
  app: SiteApp,
  { service, profile }: WrittenSite,
  folder: SiteFolder,
  details: readonly StoredDetail[],
): Promise<WrittenDomains> {
  const failed: FailedDomain[] = [];
  const before = { ...folder.counts };
  const fail = (domain: string, error: unknown) => {
    failed.push({ domain, reason: toMessage(error) });
  };
  const writes: Promise<void>[] = [];
  for (const detail of details) {
    const { domain } = detail.facts;
    try {
      const files = await renderDomainFiles(app, readDetail(detail), service, profile);
      // Move files into place while other domains are rendered.
      writes.push(putFiles(folder, domain, files).catch((error) => fail(domain, error)));
    } catch (error) {
      fail(domain, error);
    }
    if (writes.length === WRITTEN_AT_ONCE) await Promise.all(writes.splice(0));
  }
  await Promise.all(writes);
  const after = folder.counts;
  return {
    failed,
    counts: {
      written: after.written - before.written,
      unchanged: after.unchanged - before.unchanged,
      removed: after.removed - before.removed,
    },
  };
}

/** Writes the files of a domain, and removes the files that only another profile has. */
async function putFiles(folder: SiteFolder, domain: string, files: readonly SiteFile[]): Promise<void> {
  await Promise.all(files.map(folder.write));
  const made = new Set(files.map(({ path }) => path));
  for (const path of domainFilePaths(domain)) if (!made.has(path)) folder.remove(path);
}
