import { paths } from '../../../../directory/urls.ts';
import { joinBlocks } from '../../format/markdown.ts';
import { type Doc, type DocFacts, exampleNote, fillDoc } from './doc.ts';
import type { DocsView } from './docs-view.ts';

export function renderDocsMarkdown({ title, description, groups }: DocsView, baseUrl: string): string {
  const sections = groups.flatMap((group) => [
    `## ${group.title}`,
    group.pages
      .map((page) => `- [${page.title}](${baseUrl}${paths.markdown(page.path)}): ${page.description}`)
      .join('\n'),
  ]);
  return joinBlocks(`# ${title}`, `> ${description}`, ...sections);
}

/** Matches HTML elements for alternatives and operations in a document. */
const LAYOUT = /^<\/?(?:div|section)\b.*\n*/gm;

export function renderDocMarkdown(doc: Doc, facts: DocFacts): string {
  const { title, description, markdown } = doc;
  const text = fillDoc(markdown, facts).replaceAll(LAYOUT, '').trimEnd().replaceAll('](/', `](${facts.baseUrl}/`);
  return joinBlocks(`# ${title}`, `> ${description}`, exampleNote(doc, facts.example), text);
}
