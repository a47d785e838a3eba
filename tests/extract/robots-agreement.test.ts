import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import commonJs from 'robots-parser';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../../src/directory/agents.ts';
import { parseRobotsFile } from '../../src/extract/robots.ts';

/** Parser with corrected types, because its own types describe an ES module. */
const robotsParser = commonJs as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };
const CORPUS = join(import.meta.dirname, '../../../shared/corpus/html');
const HOST = 'https://site.example';
const FILES = Number(process.env['ROBOTS_FILES'] ?? 2_000);
/** Time limit. 10,000 files need half a minute. */
const WITHIN_MS = 180_000;

/** Lists the URLs and agents for which the two parsers disagree. */
function listDifferences(text: string, urls: readonly string[], spell = (given: string) => given): string[] {
  const theirs = robotsParser(`${HOST}/robots.txt`, spell(text));
  const rulesFor = parseRobotsFile(text);
  const spelled = urls.map((url) => [url, spell(url)] as const);
  return AGENTS.flatMap(({ name }) => {
    const ours = rulesFor(name);
    return spelled.flatMap(([url, spelling]) => {
      const isAllowed = ours.verdict(url) === 'allowed';
      return isAllowed === (theirs.isAllowed(spelling, name) ?? true) ? [] : [`${name} ${url}: ${isAllowed}`];
    });
  });
}

/**
 * Rewrites a file for robots-parser without a change of meaning (RFC 9309). Other records do not end a list of agents (§2.2.4),
 * so they move. A group without rules gets an empty rule (§2.2.1). Unreserved octets are decoded (§2.2.2). An agent's name ends
 * at the first forbidden character (§2.2.1).
 */
function spellOut(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replace(/#.*/, '').trim());
  const rules = lines.filter((line) => line !== '' && !/^sitemap\b/i.test(line));
  const isAgent = (line: string | undefined) => /^user-agent\s*:/i.test(line ?? '');
  const isRule = (line: string | undefined) => /^(?:dis)?allow\s*:/i.test(line ?? '');
  return rules
    .flatMap((line, i) => {
      if (!isAgent(line)) return [line.replace(/%[0-9a-f]{2}/gi, decodeUnreserved)];
      const named = line.replace(/(:\s*(?:\*|[a-z_-]+)).*/i, '$1');
      return isAgent(rules[i + 1]) || isRule(rules[i + 1]) ? [named] : [named, 'Disallow:'];
    })
    .join('\n');
}

function decodeUnreserved(octet: string): string {
  const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : octet;
}

/** Returns the URLs in the rules of a file, and similar URLs. */
function listAddresses(text: string): string[] {
  const patterns = [...text.matchAll(/^\s*(?:dis)?allow\s*:\s*(\S*)/gim)].map(([, pattern = '']) => pattern);
  const paths = patterns.flatMap((pattern) => {
    const path = pattern.replace(/\$$/, '').replaceAll('*', 'x');
    return [path, `${path}/y`, `${path}.md`];
  });
  return [...new Set(['/', '/llms.txt', '/docs/guide.md', ...paths])]
    .filter((path) => path.startsWith('/') && path !== '/robots.txt' && URL.canParse(path, HOST))
    .map((path) => new URL(path, HOST).href)
    .filter((url) => url.startsWith(`${HOST}/`));
}

const segment = fc.constantFrom('docs', 'a', 'b', '%62', '%C3%BC', 'llms.txt', 'x.md', '*', 'guide');
const pattern = fc
  .tuple(fc.array(segment, { maxLength: 3 }), fc.constantFrom('', '', '/', '$', '*', '?q=1'))
  .map(([parts, end]) => `/${parts.join('/')}${end}`);
const agentLine = fc
  .constantFrom(...AGENTS.map(({ name }) => name), '*', '*', 'OtherBot', 'GPTBot/1.1', 'CCBot (crawler)')
  .map((name) => `User-agent: ${name}`);
const otherLine = fc.constantFrom('', '# remark', 'Sitemap: https://site.example/sitemap.xml');
const ruleLine = fc
  .tuple(fc.constantFrom('Allow', 'Disallow', 'disallow', 'ALLOW'), fc.oneof(pattern, fc.constant('')))
  .map(([field, value]) => `${field}: ${value}`);
const group = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: agentLine }, { weight: 1, arbitrary: otherLine }), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.array(fc.oneof({ weight: 4, arbitrary: ruleLine }, { weight: 1, arbitrary: otherLine }), { maxLength: 5 }),
  )
  .map((lines) => lines.flat().join('\n'));
const file = fc.array(group, { minLength: 1, maxLength: 4 }).map((groups) => groups.join('\n'));

describe('our reading of robots.txt', () => {
  it(
    `agrees with robots-parser on ${FILES} generated files, except for RFC 9309 rules`,
    () => {
      let different = 0;
      fc.assert(
        fc.property(file, (text) => {
          const urls = listAddresses(text).slice(0, 12);
          if (listDifferences(text, urls).length === 0) return;
          different += 1;
          expect(listDifferences(text, urls, spellOut), text).toEqual([]);
        }),
        { numRuns: FILES },
      );
      // Check that the generator produces cases in which the parsers differ.
      expect(different).toBeGreaterThan(0);
      process.stdout.write(`${different} of ${FILES} files are read differently, all of them by RFC 9309\n`);
    },
    WITHIN_MS,
  );

  const real = existsSync(CORPUS)
    ? [...globSync(join(CORPUS, 'robots/*.txt')), ...globSync(join(CORPUS, 'sites/*/robots.txt'))]
    : [];
  if (real.length === 0) process.stdout.write('The corpus is not there: no real robots.txt is compared.\n');
  it('agrees with robots-parser on real files, except for RFC 9309 rules', () => {
    const different = real.filter((path) => {
      const text = readFileSync(path, 'utf8');
      const urls = listAddresses(text).slice(0, 400);
      if (listDifferences(text, urls).length === 0) return false;
      expect(listDifferences(text, urls, spellOut), path).toEqual([]);
      return true;
    });
    process.stdout.write(`${real.length} real files, ${different.length} read differently by RFC 9309\n`);
  });
});
