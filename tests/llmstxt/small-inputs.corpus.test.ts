import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '#llmstxt';

const CASES = join(import.meta.dirname, '../../../shared/cases');
const url = 'https://kite.example/llms.txt';

/** Files with their expected validity and the rules that report them. */
const FILES: readonly [file: string, valid: boolean, rules: readonly string[]][] = [
  ['01-parked-blog-mention/blog-domains.txt', true, []],
  ['03-parked-registrar/registrar-help.txt', true, []],
  ['04-fix-space-before-paren/space-before-paren.txt', true, ['link-form']],
  ['06-fix-swapped-brackets/paren-bracket-swap.txt', true, ['link-form']],
  ['08-fix-front-matter-of-pages/full-as-index.txt', true, ['several-titles', 'content-before-title']],
  ['09-invisible-before-heading/bom-concat.txt', true, ['invisible-characters']],
  ['11-indented-file/indented-heredoc.txt', false, ['whole-file-fenced']],
  ['11-indented-file/indented-tab.txt', false, ['whole-file-fenced']],
  ['13-literal-backslash-n/literal-backslash-n.txt', false, ['whole-file-fenced']],
  ['13-literal-backslash-n/json-string.txt', false, ['whole-file-fenced']],
  ['16-task-list-items/task-list.txt', true, ['link-form']],
  ['18-optional-marked-up/opt-deep.txt', true, ['optional-spelling']],
  ['19-mdx-residue/mdx-residue.txt', true, ['placeholder', 'raw-html']],
  ['21-placeholder-false/fp-placeholder.txt', true, []],
  ['22-injection-quoted/fp-instructions.txt', true, []],
  ['24-space-in-url-two-fixes/space-url.txt', true, ['link-form']],
  ['25-unbalanced-bracket-name/brackets-title.txt', true, ['link-form']],
  ['26-requirements-with-title/requirements-like.txt', true, []],
  ['50-credentials-and-dup-case/dup-variants.txt', true, ['duplicate-url']],
  ['50-credentials-and-dup-case/url-creds.txt', true, ['secret-looking']],
];

const isPresent = existsSync(CASES);
if (!isPresent) console.log(`no small inputs at ${CASES}: these tests run on nothing`);

it.runIf(isPresent).each(FILES)('judges %s', (file, valid, rules) => {
  const found = lint({ body: new Uint8Array(readFileSync(join(CASES, file))), url });
  const ids = found.findings.map(({ id }) => id);
  expect(found.valid).toBe(valid);
  expect(ids).toEqual(expect.arrayContaining([...rules]));
  if (rules.length === 0) expect(found.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
});
