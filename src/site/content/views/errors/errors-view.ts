import { ERROR_CODES, ERRORS } from '../../../../directory/errors.ts';
import { paths } from '../../../../directory/urls.ts';
import { fenced, linkPage, renderPage } from '../../format/markdown.ts';

export function errorsView() {
  return {
    title: 'Errors',
    description: 'All error codes of the service.',
    lede: 'Every error is `application/problem+json` with one of these codes. Codes are permanent.',
    errors: ERROR_CODES.map((code) => ({
      code,
      path: paths.error(code),
      status: ERRORS[code].status,
      title: ERRORS[code].title,
    })),
  };
}

/** Returns the view of an error code. Throws for an unknown code. */
export function errorView(code: string, baseUrl: string) {
  const errorCode = ERROR_CODES.find((one) => one === code);
  if (!errorCode) throw new Error(`there is no error ${code}`);
  const { status, title, summary, remedy } = ERRORS[errorCode];
  const path = paths.error(code);
  const example = { type: `${baseUrl}${path}`, title, status, code, detail: '…' };
  // Remove backticks, because link previews show plain text.
  const description = summary.replaceAll('`', '');
  return { code, title, description, path, status, summary, remedy, example: JSON.stringify(example, null, 2) };
}

export function renderErrorsMarkdown({ title, lede, errors }: ReturnType<typeof errorsView>, baseUrl: string): string {
  const items = errors.map(
    (error) => `- ${linkPage(error.code, error.path, baseUrl)}: ${error.status}. ${error.title}`,
  );
  return renderPage(title, lede, items);
}

export function renderErrorMarkdown(view: ReturnType<typeof errorView>): string {
  const { title, code, status, summary, remedy, example } = view;
  const lede = `\`${code}\`, status ${status}`;
  return renderPage(title, lede, summary, '## Remedy', remedy, '## Example', fenced(example));
}
