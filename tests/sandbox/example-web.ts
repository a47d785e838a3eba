import type { WebAnswer, WebRequest, WebSource } from '../../src/sandbox/web-source.ts';

/** Web of all names under `.example`, each with an address and a certificate. A test adds the answers. */
export const EXAMPLE_WEB: Omit<WebSource, 'answer'> = {
  names: () => [],
  knows: (name) => name.endsWith('.example'),
  records: () => ({ a: 'origin', aaaa: [], txt: [] }),
  certificate: () => 'valid',
};

/** Answers with an llms.txt that names its host, or with the page that this file links. */
export async function answerWithFile({ host, path }: WebRequest): Promise<WebAnswer> {
  const file = `# ${host}\n\n> A site.\n\n## Pages\n\n- [Home](https://${host}/a.md): a page\n`;
  const body = { '/llms.txt': file, '/a.md': 'A page.\n' }[path];
  return {
    status: body === undefined ? 404 : 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(body ?? ''),
  };
}
