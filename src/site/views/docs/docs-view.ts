import { paths } from '../../../directory/urls.ts';
import type { Doc } from './doc.ts';

/** The documents, and what is made from the code: rules and errors. */
export function docsView(docs: readonly Doc[]) {
  return {
    title: 'Documentation',
    description: 'How to use the directory: API, MCP, for owners, for agents, for operators.',
    pages: [
      ...docs.map(({ name, title, description }) => ({ title, path: paths.doc(name), description })),
      {
        title: 'Rules',
        path: paths.rules,
        description: 'What an llms.txt is checked for, and how to fix it.',
      },
      {
        title: 'Errors',
        path: paths.errors,
        description: 'Every error code, what it means and what to do.',
      },
    ],
  };
}
export type DocsView = ReturnType<typeof docsView>;
