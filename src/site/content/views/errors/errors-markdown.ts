import { paths } from '../../../../directory/urls.ts';
import { fenced, joinBlocks } from '../../format/markdown.ts';
import type { ErrorsView, ErrorView } from './errors-view.ts';

export function renderErrorsMarkdown({ title, lede, errors }: ErrorsView, baseUrl: string): string {
  const items = errors.map(
    (error) => `- [${error.code}](${baseUrl}${paths.markdown(error.path)}): ${error.status}. ${error.title}`,
  );
  return joinBlocks(`# ${title}`, `> ${lede}`, items.join('\n'));
}

export function renderErrorMarkdown({ title, code, status, summary, remedy, example }: ErrorView): string {
  return joinBlocks(
    `# ${title}`,
    `> \`${code}\`, status ${status}`,
    summary,
    '## Remedy',
    remedy,
    '## Example',
    fenced(example),
  );
}
