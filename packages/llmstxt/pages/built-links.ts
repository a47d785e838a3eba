import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type LinkCheck, parse } from '../src/index.ts';
import { filesOfUrl, type Published } from './site-address.ts';

/** Checks the links of an llms.txt below the base of its folder. A link without a file is dead. */
export async function checkBuiltLinks(text: string, site: Published): Promise<readonly LinkCheck[]> {
  const { links } = parse(text, { url: `${site.base}llms.txt` });
  const urls = [...new Set(links.flatMap(({ url }) => url ?? []))];
  const checks = await Promise.all(urls.map((url) => checkLink(url, site)));
  return checks.filter((check) => check !== null);
}

async function checkLink(url: string, site: Published): Promise<LinkCheck | null> {
  const files = URL.canParse(url) ? filesOfUrl(url, site) : null;
  if (files === null) return null;
  const areFiles = await Promise.all(files.map((file) => isFile(join(site.folder, file))));
  const status = areFiles.includes(true) ? 200 : 404;
  return { url, own: true, status, failure: null, redirectedTo: null, markdownTwin: null };
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
