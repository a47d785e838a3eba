import { applyFixes } from '../src/index.ts';
import { type SummaryRow, summaryTable } from './job-summary.ts';
import { renderPatch } from './patch.ts';

export interface IssueHost {
  /** Base URL of GitHub's REST API. */
  readonly apiUrl: string;
  /** Repository, as `owner/name`. */
  readonly repository: string;
  readonly token: string;
  readonly fetch: typeof fetch;
}

const TITLE = 'llms.txt is not valid';
/** Label of the issue. Strangers can open an issue but set no labels. */
const LABEL = 'llms.txt';
const MARK = '<!-- llmstxt: each check rewrites this text -->';
/** Most characters of an issue, below GitHub's limit of 65,536. */
const MAX_BODY_CHARACTERS = 65_000;
const TIMEOUT_MS = 15_000;

/**
 * Opens or updates the repository's issue if a file is not valid, and closes it if all files are valid. Returns the URL
 * of an open issue, or null. Rejects if GitHub refuses a request.
 */
export async function updateIssue(
  rows: readonly SummaryRow[],
  failures: readonly string[],
  host: IssueHost,
): Promise<string | null> {
  const isBroken = failures.length > 0 || rows.some(({ result }) => !result.valid);
  const open = await findIssue(host);
  if (!isBroken) {
    if (open !== null) await send(host, 'PATCH', `/${open}`, { state: 'closed', state_reason: 'completed' });
    return null;
  }
  const body = renderIssue(rows, failures);
  const answer =
    open === null
      ? await send(host, 'POST', '', { title: TITLE, body, labels: [LABEL] })
      : await send(host, 'PATCH', `/${open}`, { body });
  const { html_url: url } = (await answer.json()) as { readonly html_url?: unknown };
  return typeof url === 'string' ? url : null;
}

async function findIssue(host: IssueHost): Promise<number | null> {
  const answer = await send(host, 'GET', `?state=open&labels=${LABEL}&per_page=100`);
  const issues = (await answer.json()) as readonly { readonly number: number; readonly body: string | null }[];
  return issues.find(({ body }) => body?.includes(MARK))?.number ?? null;
}

async function send(host: IssueHost, method: string, path: string, json?: object): Promise<Response> {
  const answer = await host.fetch(`${host.apiUrl}/repos/${host.repository}/issues${path}`, {
    method,
    headers: { authorization: `Bearer ${host.token}`, accept: 'application/vnd.github+json', 'user-agent': 'llmstxt' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(json && { body: JSON.stringify(json) }),
  });
  if (answer.ok) return answer;
  throw new Error(`issue-token: GitHub answers ${answer.status} to ${method} /repos/${host.repository}/issues`);
}

/** Renders the job summary, and a patch with the safe fixes if the text has room for the patch. */
export function renderIssue(rows: readonly SummaryRow[], failures: readonly string[]): string {
  let text = `${MARK}\n\n${summaryTable(rows, failures)}`.slice(0, MAX_BODY_CHARACTERS);
  const patches = rows.map(renderFix).filter((patch) => patch !== '');
  if (patches.length === 0) return text;
  const heading =
    '\n### Safe fixes\n\nApply this patch with `git apply`. The patch changes no word and removes no link.\n\n';
  const left = patches.join('');
  // No text of a file ends the block.
  const fence = '`'.repeat(Math.max(3, ...[...left.matchAll(/`+/g)].map(([marks]) => marks.length + 1)));
  const block = `${heading}${fence}diff\n${left}${fence}\n`;
  if (text.length + block.length <= MAX_BODY_CHARACTERS) text += block;
  return text;
}

function renderFix({ name, isUtf8, result: { text, findings } }: SummaryRow): string {
  if (text === null || !isUtf8) return '';
  const url = URL.parse(name);
  const path = url === null ? name : url.pathname.slice(1) || 'llms.txt';
  return renderPatch(path.replace(/[\r\n]/g, ' '), text, applyFixes(text, findings, { url: url?.href }));
}
