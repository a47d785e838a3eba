import { paths } from '../../directory/urls.ts';
import type { Store } from '../../store/store.ts';
import { CHECKED_PARTS, computeCheckedPart } from '../checked-part.ts';
import type { SiteFileSource } from './site-folder.ts';
import { toFile } from './to-file.ts';

type VisitsStore = Pick<Store, 'readLastVisits'>;

/**
 * Files with domains by the day of their last visit. A visit without changes updates only this list, so it rebuilds no page. The
 * build writes each file once per `day` (`yyyy-mm-dd`).
 */
export function checkedFiles(store: VisitsStore, day: string): SiteFileSource[] {
  let reading: Promise<readonly DaysOfPart[]> | null = null;
  const read = () => {
    reading ??= readDays(store).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
  return Array.from({ length: CHECKED_PARTS }, (_, part) => ({
    path: toFile(paths.checked(part)),
    input: () => day,
    make: async () => Buffer.from(JSON.stringify((await read())[part] ?? {})),
  }));
}

type DaysOfPart = Record<string, string[]>;

async function readDays(store: VisitsStore): Promise<readonly DaysOfPart[]> {
  const parts: DaysOfPart[] = Array.from({ length: CHECKED_PARTS }, () => ({}));
  for (const [domain, { at }] of await store.readLastVisits()) {
    const days = parts[computeCheckedPart(domain)];
    if (at === null || days === undefined) continue;
    const day = at.slice(0, 10);
    days[day] ??= [];
    days[day].push(domain);
  }
  return parts;
}
