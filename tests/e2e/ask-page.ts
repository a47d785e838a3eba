import { newClient } from './new-client.ts';
import { baseUrl } from './open-page.ts';

interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Requests a page as a browser does, but follows no redirect. */
export async function askPage(path: string): Promise<Page> {
  const headers = { accept: 'text/html,*/*;q=0.8', ...newClient() };
  const answer = await fetch(`${baseUrl}${path}`, { headers, redirect: 'manual' });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

export const readText = async (path: string) => (await askPage(path)).text;
export const readJson = async (path: string): Promise<unknown> => JSON.parse(await readText(path));
