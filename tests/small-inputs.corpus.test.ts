import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodePage, lint, parse } from '#llmstxt';
import { requireAnswerForms } from '../functions/mcp/answer-forms.ts';
import { parsePageAddress } from '../src/directory/page-address.ts';
import { parseInstant } from '../src/directory/parse-instant.ts';
import { writeDraft } from '../src/drafting/write-draft.ts';
import { readPage } from '../src/extract/read-page.ts';
import { parseRobotsFile } from '../src/extract/robots.ts';
import { parseCoding } from '../src/fetch/read-body.ts';
import { readRegistration } from '../src/jobs/registrations/read-registration.ts';
import { lookForProofs, reportProof } from '../src/ownership/find-proof.ts';
import { gatherOptions, toWeb } from './drafting/a-web.ts';
import { answer } from './llmstxt/rules/case.ts';
import { proofNet } from './ownership/proof-net.ts';

const CASES = join(import.meta.dirname, '../../shared/cases');
const isPresent = existsSync(CASES);
if (!isPresent) console.log(`no small inputs at ${CASES}: these tests run on nothing`);

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

const toBytes = (file: string) => new Uint8Array(readFileSync(join(CASES, file)));
const toText = (file: string) => Buffer.from(toBytes(file)).toString('utf8');
const toPage = (file: string, type = 'text/html') =>
  readPage(decodePage(toBytes(file), type), 'https://acme.example/', { 'content-type': type });
/** Returns the values of a field in lines of a response. */
const listValues = (file: string, name: string) =>
  [...toText(file).matchAll(new RegExp(`^${name}: (.+)$`, 'gm'))].map(([, value = '']) => value);

const HOME = 'https://kite.example/';
const FILE = `${HOME}llms.txt`;
const WWW = 'https://www.kite.example/.well-known/svc-verify.txt';
describe.runIf(isPresent)('a small input', () => {
  it.each(FILES)('gets its verdict: %s', (file, valid, rules) => {
    const found = lint({ body: toBytes(file), url: FILE });
    expect(found.valid).toBe(valid);
    expect(found.findings.map(({ id }) => id)).toEqual(expect.arrayContaining([...rules]));
    if (rules.length === 0) expect(found.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('covers octets of robots.txt rules', () => {
    const robots = parseRobotsFile(toText('27-robots-octets-cyrillic/robots.txt'))('llms-txt-directory');
    expect(robots.verdict('/блог/a')).toBe('allowed');
    expect(robots.verdict('/блог/черновики/x')).toBe('disallowed');
  });

  it('covers escaped quotes in a Link header', () => {
    const [link = ''] = listValues('29-link-header-escaped-quotes/header.txt', 'Link');
    expect(readPage('', 'https://acme.example/', { link }).describedBy).toEqual(['https://acme.example/llms.txt']);
  });

  it.each([
    ['comment', 'Grüße'],
    ['data', 'Grüße'],
    ['script', 'Grüße'],
    ['description', 'Zeichensätze – Grüße'],
  ])('covers the encoding of a page: %s', (file, title) => {
    expect(toPage(`30-html-charset-prescan/${file}.html`).title).toBe(title);
  });

  it.each(['none', 'windows1251'])('covers the charset %s', (charset) => {
    const { title } = toPage('32-header-charset-unknown/index.html', `text/html; charset=${charset}`);
    expect(title).toMatch(/^\p{Script=Cyrillic}+$/u);
  });

  it('covers content codings that name no coding', () => {
    expect(parseCoding(listValues('33-content-encoding-none/answer.txt', 'Content-Encoding')[0], 'any')).toBe(
      'identity',
    );
  });

  it('covers another success', () => {
    const body = toText('35-status-203/answer.txt').replace(/^.*?\n\n/s, '');
    const { valid, findings } = lint(answer({ status: 203 }, body));
    expect([valid, findings.map(({ id }) => id)]).toEqual([false, ['other-status']]);
  });

  it('covers zero-width spaces in a title', async () => {
    const web = toWeb({
      [HOME]: '<title>Kite</title><p>Kites.</p><a href=/wort>Wort</a>',
      [`${HOME}wort`]: toText('38-draft-zwsp-title/zwsp.html'),
    });
    const { text } = await writeDraft('kite.example', gatherOptions(web.session));
    expect(text).toContain('[Worttrenner](https://kite.example/wort): Mit Nullbreite');
  });

  it('covers other uses of describedby', () => {
    const link = listValues('44-describedby-other-use/headers.txt', 'Link').join(', ');
    expect(readPage('', HOME, { link }).describedBy).toEqual([]);
  });

  it('covers parentheses in an address', () => {
    const [link] = parse(toText('47-paren-fix-and-resolve/llms.txt')).links;
    const key = parsePageAddress('https://kite.example/wiki/Kite_(toy)')?.key;
    expect(parsePageAddress(link?.url ?? '')?.key).toBe(key);
  });

  it('covers an RDAP event without a date', () => {
    const now = Date.UTC(2026, 10, 26);
    expect(readRegistration(toBytes('48-rdap-null-date/rdap.json'), 'kite.example', now)).toBe(
      '2017-03-15T01:02:03.000Z',
    );
  });

  it('covers a client that accepts only JSON', () => {
    const [accept] = listValues('49-mcp-accept-json-only/request.txt', 'Accept');
    expect(requireAnswerForms(accept)).toEqual({ json: true, events: false });
  });

  it('covers spellings of a time', () => {
    const queries = [...toText('51-since-lower-case/request.txt').matchAll(/^GET (\S+)$/gm)];
    expect(queries).toHaveLength(2);
    for (const [, path = ''] of queries) {
      const since = new URL(path, HOME).searchParams.get('since') ?? '';
      expect(parseInstant(since)).toBe('2026-11-26T00:00:00.000Z');
    }
  });
});

describe.runIf(isPresent)('a small proof', () => {
  const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const service = { name: 'The directory', baseUrl: 'https://directory.net' };
  const withToken = (text: string) => text.replaceAll('TOKEN', TOKEN);
  const site = { domain: 'kite.example', llmsTxt: null };
  const report = async (net: ReturnType<typeof proofNet>, method: string) =>
    reportProof(await lookForProofs(site, service, { net }), { site, token: TOKEN, service }, null).find(
      (each) => each.method === method,
    );

  it('covers a file in UTF-16', async () => {
    const body = toBytes('42-well-known-utf16/svc-verify.txt');
    const encoded = Buffer.from(`\ufeff${withToken(new TextDecoder('utf-16le').decode(body))}`, 'utf16le');
    const net = proofNet({ [`${HOME}.well-known/svc-verify.txt`]: { body: encoded } });
    expect(await report(net, 'well_known')).toMatchObject({ outcome: 'present' });
  });

  it('covers a site on www', async () => {
    const net = proofNet({ [`${HOME}.well-known/svc-verify.txt`]: 'dns', [WWW]: TOKEN });
    expect(await report(net, 'well_known')).toMatchObject({ outcome: 'present', where: WWW });
  });

  it.each([0, 1, 2, 3])('covers record %i of a zone', async (index) => {
    const records = [...toText('43-dns-literal-quotes/zone.txt').matchAll(/^(\S+)\. IN TXT "(.*)"$/gm)];
    const [, name, value = ''] = records[index] ?? [];
    const record = withToken(value.replaceAll('\\"', '"'));
    const net = {
      ...proofNet({}),
      resolveTxt: async (asked: string) =>
        asked === name
          ? ({ kind: 'records', records: [record] } as const)
          : ({ kind: 'absent', nameExists: true } as const),
    };
    const found = await report(net, 'dns');
    if (name === '_svc-verify.kite.example') expect(found).toMatchObject({ outcome: 'present' });
    else expect(found?.seen).toContain(`the token, but at ${name} instead of _svc-verify.kite.example`);
  });
});
