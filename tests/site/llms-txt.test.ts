import { describe, expect, it } from 'vitest';
import { lint, parse } from '#llmstxt';
import { LINKS_PER_FILE, llmsTxtParts, renderLlmsTxt } from '../../src/site/content/feeds/llms-txt.ts';
import type { Directory } from '../../src/site/content/lists.ts';
import { type Row, toRow } from '../../src/site/content/row.ts';
import { toDetail } from './domain-fixture.ts';

const service = { name: 'Harbour directory', baseUrl: 'https://dir.example' };

function toDirectory(
  verified: number,
  facts: Parameters<typeof toDetail>[1] = {},
): Pick<Directory, 'stats' | 'verified'> {
  const rows = Array.from({ length: verified }, (_, at) =>
    toRow(toDetail(`site${at}.example`, { ...facts, facts: { verified: true, ...facts?.facts } }).facts),
  );
  return {
    stats: {
      domains_tracked: verified + 1,
      valid_llms_txt: verified + 1,
      listed: verified + 1,
      verified,
      with_llms_full_txt: 0,
      pending: 0,
      last_checked: null,
    },
    verified: rows.map((row) => ({ row, failingSince: null })),
  };
}

describe('our own llms.txt', () => {
  it('lists every verified site with a link, and no other', () => {
    const document = parse(renderLlmsTxt(toDirectory(3), service));
    const section = document.sections.find(({ title }) => title === 'Verified sites');
    expect(section?.links.map(({ href }) => href)).toEqual([0, 1, 2].map((at) => `https://site${at}.example/llms.txt`));
  });

  const troubled: [facts: Partial<Row>, failingSince: string | null, url: string, notes: string][] = [
    [
      { status: 'invalid' },
      '2026-11-18T10:00:00.000Z',
      'https://dir.example/domain/site0.example.md',
      '(no valid llms.txt since 18 Nov 2026)',
    ],
    [
      { status: 'unreachable' },
      '2026-11-18T10:00:00.000Z',
      'https://dir.example/domain/site0.example.md',
      '(unreachable since 18 Nov 2026)',
    ],
    [{ status: 'pending' }, null, 'https://dir.example/domain/site0.example.md', '(not visited yet)'],
    [{ tier: 'unlisted' }, null, 'https://site0.example/llms.txt', ''],
    [{ llms_txt: 'https://site0.example/a(1)/llms.txt' }, null, 'https://site0.example/a%281%29/llms.txt', ''],
  ];
  it.each(troubled)('links a usable URL for a verified site with %j', (facts, failingSince, url, notes) => {
    const { stats, verified } = toDirectory(1);
    const sites = verified.map(({ row }) => ({ row: { ...row, ...facts }, failingSince }));
    const document = parse(renderLlmsTxt({ stats, verified: sites }, service));
    const [link] = document.sections.find(({ title }) => title === 'Verified sites')?.links ?? [];
    expect(link?.href).toBe(url);
    expect(link?.notes ?? '').toContain(notes);
  });

  it.each([0, 1, 40])('passes our validator with %i verified sites', (verified) => {
    const { findings, valid } = lint({ body: renderLlmsTxt(toDirectory(verified), service) });
    // Ignore the hint about links to llms.txt files, because this file consists of such links.
    const others = findings.filter(({ id }) => id !== 'nested-index');
    expect(others.map(({ id, line, message }) => ({ id, line, message }))).toEqual([]);
    expect(valid).toBe(true);
  });

  it('lists each site exactly once, with linked nested files after a thousand', () => {
    expect([0, LINKS_PER_FILE, LINKS_PER_FILE + 1].map(llmsTxtParts)).toEqual([1, 1, 2]);
    const directory = toDirectory(2 * LINKS_PER_FILE + 5);
    const files = [1, 2, 3].map((part) => renderLlmsTxt(directory, service, part));
    expect(files[0]).toContain('(https://dir.example/verified/2/llms.txt)');
    expect(files[0]).toContain('(https://dir.example/verified/3/llms.txt): the next 5 sites');
    const linked = files.flatMap((text) =>
      [...text.matchAll(/https:\/\/(site\d+)\.example\/llms\.txt/g)].map((m) => m[1]),
    );
    expect(linked).toHaveLength(2 * LINKS_PER_FILE + 5);
    expect(new Set(linked).size).toBe(linked.length);
  });

  it.each([
    'Name](https://evil.example) [more',
    'line\n## New section\n- [x](https://evil.example)',
    '`code` <script>alert(1)</script> | table',
    '# Heading',
    '\u202Ereversed\u202C',
  ])('keeps the text of a site on its line: %j', (summary) => {
    const document = parse(renderLlmsTxt(toDirectory(1, { facts: { summary, description: null } }), service));
    expect(document.links.filter(({ href }) => href.includes('evil'))).toEqual([]);
    expect(document.sections.map(({ title }) => title)).toEqual(['Use it', 'About the data', 'Verified sites']);
  });
});
