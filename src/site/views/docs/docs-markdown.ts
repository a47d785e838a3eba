import { paths } from '../../../directory/urls.ts';
import { joinBlocks } from '../../format/markdown.ts';
import { type Doc, fillDoc } from './doc.ts';
import type { DocsView } from './docs-view.ts';

export function renderDocsMarkdown({ title, description, pages }: DocsView, baseUrl: string): string {
  const items = pages.map((page) => `- [${page.title}](${baseUrl}${paths.markdown(page.path)}): ${page.description}`);
  return joinBlocks(`# ${title}`, `> ${description}`, items.join('\n'));
}

export function renderDocMarkdown({ title, description, markdown }: Doc, baseUrl: string): string {
  return joinBlocks(`# ${title}`, `> ${description}`, fillDoc(markdown, baseUrl).replaceAll('](/', `](${baseUrl}/`));
}
