import { describe, expect, it } from 'vitest';
import { lint, parse } from '#llmstxt';
import { LINKS_PER_FILE, llmsTxtParts, renderLlmsTxt } from '../../src/site/feeds/llms-txt.ts';
import type { Directory } from '../../src/site/lists.ts';
import { toRow } from '../../src/site/row.ts';
import { detailOf } from './domain-fixture.ts';

const service = { name: 'Harbour directory', baseUrl: 'https://dir.example' };

function directoryOf(verified: number, facts: Parameters<typeof detailOf>[1] = {}): Pick<Directory, 'stats' | 'rows'> {
  const rows = Array.from({ length: verified }, (_, at) =>
    toRow(detailOf(`site${at}.example`, { ...facts, facts: { verified: true, ...facts?.facts } }).facts),
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
    rows: [...rows, toRow(detailOf('stranger.example').facts)],
  };
}

describe('our own llms.txt', () => {
  it('lists every verified site with a link, and no other', () => {
    const document = parse(renderLlmsTxt(directoryOf(3), service));
    const section = document.sections.find(({ title }) => title === 'Verified sites');
    expect(section?.links.map(({ href }) => href)).toEqual(
      [0, 1, 2].map((at) => `https://dir.example/domain/site${at}.example.md`),
    );
  });

  it.each([0, 1, 40])('with %i verified sites has nothing that our own validator would report', (verified) => {
    const { findings, valid } = lint({ body: renderLlmsTxt(directoryOf(verified), service) });
    expect(findings.map(({ id, line, message }) => ({ id, line, message }))).toEqual([]);
    expect(valid).toBe(true);
  });

  it.each([
    [0, 1],
    [LINKS_PER_FILE, 1],
    [LINKS_PER_FILE + 1, 2],
    [3 * LINKS_PER_FILE, 3],
  ])('of %i verified sites needs %i files', (verified, parts) => {
    expect(llmsTxtParts(verified)).toBe(parts);
  });

  it('past a thousand goes on in nested files that it links, each site in exactly one', () => {
    const directory = directoryOf(2 * LINKS_PER_FILE + 5);
    const files = [1, 2, 3].map((part) => renderLlmsTxt(directory, service, part));
    expect(files[0]).toContain('(https://dir.example/verified/2/llms.txt)');
    expect(files[0]).toContain('(https://dir.example/verified/3/llms.txt): the next 5 sites');
    const linked = files.flatMap((text) => [...text.matchAll(/\/domain\/(site\d+)\.example\.md/g)].map((m) => m[1]));
    expect(linked).toHaveLength(2 * LINKS_PER_FILE + 5);
    expect(new Set(linked).size).toBe(linked.length);
  });

  it.each([
    'Name](https://evil.example) [more',
    'line\n## New section\n- [x](https://evil.example)',
    '`code` <script>alert(1)</script> | table',
    '# Heading',
    '\u202Ereversed\u202C',
  ])('keeps what a site wrote on its line: %j', (summary) => {
    const document = parse(renderLlmsTxt(directoryOf(1, { facts: { summary, description: null } }), service));
    expect(document.links.filter(({ href }) => href.includes('evil'))).toEqual([]);
    expect(document.sections.map(({ title }) => title)).toEqual(['Use it', 'About the data', 'Verified sites']);
  });
});
