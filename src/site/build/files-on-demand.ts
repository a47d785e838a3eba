import { paths } from '../../directory/urls.ts';
import type { Store } from '../../store/store.ts';
import { type Directory, EMPTY_DIRECTORY } from '../content/lists.ts';
import type { Service } from '../service.ts';
import { checkedFiles } from './checked-files.ts';
import { hashOfPlainRow } from './compute-hash.ts';
import { type DirectoryStore, directoryReader } from './read-directory.ts';
import { readDocs } from './read-docs.ts';
import type { SiteApp } from './site-app.ts';
import { directoryFiles, fixedFiles, type KnownSites } from './site-files.ts';
import type { SiteFileSource } from './site-folder.ts';
import { toFile, toHtmlFile } from './to-file.ts';

interface Setup {
  readonly store: DirectoryStore & Pick<Store, 'readLastVisits'>;
  readonly service: Service;
  readonly now: () => number;
}

export type FindFile = (pathname: string) => Promise<SiteFileSource | undefined>;

type Files = ReadonlyMap<string, SiteFileSource>;

/** Known sites of a renderer, which keeps no state of earlier files. */
const NOTHING_KNOWN: KnownSites = { changedAt: () => null, hashRow: hashOfPlainRow };
const CHECKED_PATH = /^\/checked\/\d{1,2}\.json$/;
/** Matches files whose number depends on the size of the directory. Other URLs are not files of the site. */
const PART_PATH =
  /^\/(?:browse\/(?:tag\/[a-z0-9_-]+|tier\/(?:featured|listed))(?:\/\d{1,5})?(?:\.md)?|verified\/\d{1,5}\/llms\.txt|sitemaps\/(?:lists|domains)-\d{1,5}\.xml)$/;

/** Opens the files of the site that belong to no single domain. Reads the directory only for a file that shows it. */
export async function openFilesOnDemand(app: SiteApp, { store, service, now }: Setup): Promise<FindFile> {
  const docs = await readDocs();
  const listFiles = (of: Directory) => byPath(directoryFiles(app, service, of, docs, NOTHING_KNOWN, 'full'));
  // Leave out the file for static hosts, because a server would serve it as a page.
  const fixed = byPath(fixedFiles(app, service, docs).filter(({ path }) => path !== toFile(paths.staticHeaders)));
  const always = listFiles(EMPTY_DIRECTORY);
  const readDirectory = directoryReader(store, now);
  const listed = makeOnce(listFiles);
  const checked = makeOnce((day: string) => byPath(checkedFiles(store, day)));

  return async (pathname) => {
    if (CHECKED_PATH.test(pathname)) return findFile(checked(new Date(now()).toISOString().slice(0, 10)), pathname);
    const file = findFile(fixed, pathname);
    if (file !== undefined) return file;
    const isListed = findFile(always, pathname) !== undefined || PART_PATH.test(pathname);
    return isListed ? findFile(listed(await readDirectory()), pathname) : undefined;
  };
}

/** Creates files again only if their source changed. */
function makeOnce<Source>(make: (of: Source) => Files): (of: Source) => Files {
  let last: { readonly of: Source; readonly files: Files } | null = null;
  return (of) => {
    if (last?.of !== of) last = { of, files: make(of) };
    return last.files;
  };
}

function byPath(files: readonly SiteFileSource[]): Files {
  return new Map(files.map((file) => [file.path, file]));
}

function findFile(files: Files, path: string): SiteFileSource | undefined {
  return files.get(toFile(path)) ?? files.get(toHtmlFile(path));
}
