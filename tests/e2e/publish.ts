import { inject } from 'vitest';
import type { PublishedFile } from './published-web.ts';

/** Publishes a file in the sample web. */
export async function publish(file: PublishedFile): Promise<void> {
  const answer = await fetch(inject('editorUrl'), { method: 'POST', body: JSON.stringify(file) });
  if (answer.status !== 204) throw new Error(`the sample web answered ${answer.status}`);
}

/**
 * Publishes a valid llms.txt with these further lines, and the page that it links. A held llms.txt is answered after the next
 * call.
 */
export async function publishSite(host: string, more = '', isHeld = false): Promise<void> {
  const body = `# Harbour\n\n> Berths.\n\n## Pages\n\n- [Berths](https://${host}/berths): who lies where\n${more}`;
  await publish({ host, path: '/llms.txt', type: 'text/plain; charset=utf-8', body, isHeld });
  await publish({ host, path: '/berths', type: 'text/html; charset=utf-8', body: '<title>Berths</title>' });
}
