import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyFixes, lint } from '#llmstxt';
import { renderIssue, updateIssue } from '../../../packages/llmstxt/action/issue.ts';
import { type SummaryRow, summaryTable } from '../../../packages/llmstxt/action/job-summary.ts';
import { renderPatch } from '../../../packages/llmstxt/action/patch.ts';
import { checkInputs } from '../../../packages/llmstxt/cli/check-inputs.ts';
import { ConfigFinder } from '../../../packages/llmstxt/cli/config-finder.ts';
import { nodeNetwork } from '../../../packages/llmstxt/cli/node-network.ts';
import { folderOfTest } from '../../temp-folder.ts';

const GOOD = '# Tea\n\n> Tea from Vienna.\n\n## Shops\n\n- [Graben](https://tea.example/graben): the first shop\n';
const BROKEN =
  '#Tea\n\n> Tea ``` @someone\n\n## Shops\n\n* [Graben](ftp://tea.example)\n* [Ring](ftp://ring.example)\n';
const toRow = (text: string, name = 'llms.txt') => ({ name, isUtf8: true, result: lint({ body: text }) });

describe('a patch', () => {
  let folder = '';
  beforeEach(() => {
    folder = folderOfTest();
  });

  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');
  it.each([
    ['one line of many', numbered(40), numbered(40).replace('line 20\n', 'other\n')],
    ['lines far apart', numbered(40), numbered(40).replace('line 3\n', 'a\n').replace('line 30\n', 'b\n')],
    ['a line more', numbered(10), numbered(10).replace('line 5\n', 'line 5\nmore\n')],
    ['lines less', numbered(10), numbered(10).replace('line 0\nline 1\n', '')],
    ['the end of the last line', 'a\nb', 'a\nb\n'],
    ['all that there is', 'a\n', ''],
    ['nothing before', '', 'a\nb\n'],
    ['a real fix', BROKEN, applyFixes(BROKEN, lint({ body: BROKEN }).findings)],
  ])('passes git apply: %s', (_, before, after) => {
    writeFileSync(join(folder, 'llms.txt'), before);
    const input = renderPatch('llms.txt', before, after);
    execFileSync('git', ['apply', '-'], { cwd: folder, input });
    expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).toBe(after);
  });

  it('stays empty without a change', () => expect(renderPatch('llms.txt', GOOD, GOOD)).toBe(''));
});

describe('the issue of a repository', () => {
  /** Creates a fake GitHub with these open labeled issues. */
  function host(open: readonly { number: number; body: string | null }[], status = 200) {
    const sent: { method: string; url: string; json: Record<string, unknown> | null }[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      expect(new Headers(init?.headers).get('authorization')).toBe('Bearer secret');
      sent.push({
        method: init?.method ?? '',
        url: String(url),
        json: init?.body ? JSON.parse(String(init.body)) : null,
      });
      const answer = init?.method === 'GET' ? open : { html_url: 'https://github.example/o/r/issues/7' };
      return Response.json(answer, { status });
    };
    return { sent, apiUrl: 'https://api.github.example', repository: 'o/r', token: 'secret', fetch };
  }
  const mine = { number: 7, body: renderIssue([toRow(BROKEN)], []) };

  it('opens for a broken file, with its safe fixes', async () => {
    const github = host([{ number: 3, body: 'of a person' }]);
    expect(await updateIssue([toRow(BROKEN)], [], github)).toBe('https://github.example/o/r/issues/7');
    expect(github.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://api.github.example/repos/o/r/issues?state=open&labels=llms.txt&per_page=100',
      'POST https://api.github.example/repos/o/r/issues',
    ]);
    const { body, ...rest } = github.sent[1]?.json ?? {};
    expect(rest).toEqual({ title: 'llms.txt is not valid', labels: ['llms.txt'] });
    expect(body).toContain('| llms.txt | ❌ invalid |');
    expect(body).toContain('````diff\n--- a/llms.txt\n+++ b/llms.txt\n');
    expect(body).toContain('\n-#Tea\n+# Tea\n');
  });

  it.each([
    ['UTF-8', Buffer.from(BROKEN), true],
    ['UTF-16', Buffer.from(`\uFEFF${BROKEN}`, 'utf16le'), false],
    ['damaged UTF-8', Buffer.concat([Buffer.from(BROKEN), Buffer.of(0xff)]), false],
  ])('has a patch only if it applies to the bytes: %s', async (_, bytes, hasPatch) => {
    const folder = folderOfTest();
    writeFileSync(join(folder, 'llms.txt'), bytes);
    const sources = { stdin: (async function* () {})(), network: nodeNetwork };
    const how = { sources, configs: new ConfigFinder(folder, null), fixes: 'skip', base: null, root: folder } as const;
    const rows: SummaryRow[] = [];
    for await (const checked of checkInputs([join(folder, 'llms.txt')], how)) {
      if (checked.kind === 'checked') rows.push({ ...checked, name: 'llms.txt' });
    }
    expect(rows).toHaveLength(1);
    expect(renderIssue(rows, []).includes('### Safe fixes')).toBe(hasPatch);
  });

  it('changes while open, also for unreadable inputs', async () => {
    for (const [rows, failures] of [
      [[toRow(BROKEN)], []],
      [[toRow(GOOD)], ['x.txt: no such file']],
    ] as const) {
      const github = host([mine]);
      await updateIssue(rows, failures, github);
      expect(github.sent.slice(1)).toEqual([
        {
          method: 'PATCH',
          url: 'https://api.github.example/repos/o/r/issues/7',
          json: { body: renderIssue(rows, failures) },
        },
      ]);
    }
  });

  it('closes after all files are valid, and does not open for valid files', async () => {
    const github = host([mine]);
    expect(await updateIssue([toRow(GOOD)], [], github)).toBeNull();
    expect(github.sent[1]?.json).toEqual({ state: 'closed', state_reason: 'completed' });
    const quiet = host([]);
    await updateIssue([toRow(GOOD)], [], quiet);
    expect(quiet.sent).toHaveLength(1);
  });

  it('names the status if GitHub refuses', async () => {
    await expect(updateIssue([toRow(BROKEN)], [], host([], 403))).rejects.toThrow(
      'issue-token: GitHub answers 403 to GET',
    );
  });

  it('mentions no person and no other issue by the text of a file, and hides no character', () => {
    const row = toRow('# Tea\n\n## Shops\n\n- [@someone and #12 \u202e](ftp://tea.example/@o/r#1)\n', 'docs/#5/@o.txt');
    const text = summaryTable([row], ['@someone/x#3: no such file']);
    expect(text).toContain('docs/\\#&#8203;5/@&#8203;o.txt');
    expect(text).not.toMatch(/@(?!&#8203;)|(?<!&)#(?=\d)|\u202e/);
  });

  it('stays within the size that GitHub takes', () => {
    const large = `${BROKEN}${'* [Graben](ftp://tea.example)\n'.repeat(2_500)}`;
    expect(renderIssue([toRow(large)], []).length).toBeLessThanOrEqual(65_536);
  });
});
