import { paths } from '../../../../directory/urls.ts';
import { linkPage, renderPage } from '../../format/markdown.ts';
import type { Doc } from './doc.ts';
import { type DocData, exampleNote, fillDoc } from './doc.ts';

/** Groups of documents by the reader's task. Documents in no group belong to the last group. */
const GROUPS = [
  { title: 'Start here', names: ['agents', 'owners', 'try'] },
  { title: 'Read the directory', names: ['api', 'reference', 'mcp', 'data'] },
  { title: 'Write a good file', names: ['publish', 'scoring'] },
] as const;

const GENERATED = [
  { title: 'Rules', path: paths.rules, description: 'All checks of an llms.txt, with fixes.' },
  { title: 'Errors', path: paths.errors, description: 'Every error code, what it means and what to do.' },
];

/** Groups the documents. The first group is for newcomers. */
export function docsView(docs: readonly Doc[]) {
  const toPage = ({ name, title, description }: Doc) => ({ title, path: paths.doc(name), description });
  const named = GROUPS.map(({ title, names }) => ({
    title,
    pages: names.flatMap((name) => docs.filter((doc) => doc.name === name)).map(toPage),
  }));
  const grouped = new Set<string>(GROUPS.flatMap(({ names }) => names));
  const others = docs.filter(({ name, partOf }) => !grouped.has(name) && partOf === null).map(toPage);
  return {
    title: 'Documentation',
    description: 'How to use the directory: API, MCP, for owners, for agents, for operators.',
    groups: [...named, { title: 'How it works', pages: [...GENERATED, ...others] }],
  };
}

export function renderDocsMarkdown(
  { title, description, groups }: ReturnType<typeof docsView>,
  baseUrl: string,
): string {
  const sections = groups.flatMap((group) => [
    `## ${group.title}`,
    group.pages.map((page) => `- ${linkPage(page.title, page.path, baseUrl)}: ${page.description}`),
  ]);
  return renderPage(title, description, ...sections);
}

/** Matches HTML elements for alternatives and operations in a document. */
const LAYOUT = /^<\/?(?:div|section)\b.*\n*/gm;

export function renderDocMarkdown(doc: Doc, facts: DocData): string {
  const text = fillDoc(doc.markdown, facts).replaceAll(LAYOUT, '').trimEnd().replaceAll('](/', `](${facts.baseUrl}/`);
  return renderPage(doc.title, doc.description, exampleNote(doc, facts.example), text);
}
