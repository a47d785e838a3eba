import { appendFile, cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerWith, textAnswer } from './respond.ts';
import type { WebSource } from './web-source.ts';

export interface EditableSite {
  readonly domain: string;
  readonly folder: string;
}

/** File that records requests posted to the site, one JSON object per line. */
const POSTED_FILE = 'posted.ndjson';
const WELL_KNOWN = /^\/\.well-known\/[\w-]+\.txt$/;

/** Copies `llms.txt` and the homepage of a sample site into a folder for editing. Keeps existing files. */
export async function copySite(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of ['llms.txt', 'index.html']) await cp(join(from, name), join(to, name), { force: false });
}

/** Serves one site of a web from its folder, and records posted requests there. */
export function withEditableSite(web: WebSource, { domain, folder }: EditableSite): WebSource {
  return {
    ...web,
    async answer(request) {
      const file = request.host === domain ? findFile(request.path) : null;
      if (file === null) return await web.answer(request);
      const body = await readFile(join(folder, file)).catch(() => null);
      if (body === null) return textAnswer(404, 'Not found.\n');
      return answerWith(200, `text/${file.endsWith('.html') ? 'html' : 'plain'}; charset=utf-8`, body);
    },
    async receive(post) {
      if (post.host !== domain) return (await web.receive?.(post)) ?? null;
      const { path, headers, body } = post;
      await appendFile(join(folder, POSTED_FILE), `${JSON.stringify({ path, headers, body })}\n`);
      return 204;
    },
  };
}

/** Returns the editable file of a path, or null. */
function findFile(path: string): string | null {
  if (path === '/') return 'index.html';
  return path === '/llms.txt' || WELL_KNOWN.test(path) ? path.slice(1) : null;
}
