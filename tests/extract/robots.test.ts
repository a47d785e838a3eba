import { describe, expect, it } from 'vitest';
import { parseRobotsFile, readRobots } from '../../src/extract/robots.ts';
import type { FetchResult } from '../../src/fetch/net.ts';
import { aFetchResult } from '../crawl/fake-net.ts';

const TOKEN = 'llms-txt-directory';
const lines = (...text: string[]) => text.join('\n');
/** Rules for all agents, and for this crawler. */
const forAll = (...rules: string[]) => lines('User-agent: *', ...rules);
const forUs = (...rules: string[]) => lines(`User-agent: ${TOKEN}`, ...rules);

const RULES: readonly (readonly [what: string, text: string, path: string, verdict: string])[] = [
  ['an empty file allows', '', '/llms.txt', 'allowed'],
  ['a page of HTML allows', '<!doctype html>\n<p>Disallow: /</p>', '/llms.txt', 'allowed'],
  ['the rules for all agents apply', forAll('Disallow: /'), '/llms.txt', 'disallowed'],
  ['an empty Disallow allows', forAll('Disallow:'), '/llms.txt', 'allowed'],
  ['rules of another crawler do not', lines('User-agent: OtherBot', 'Disallow: /'), '/llms.txt', 'allowed'],
  [
    'a group of ours replaces the one for everybody',
    forAll('Disallow: /', '', `User-agent: ${TOKEN}`, 'Disallow: /private'),
    '/llms.txt',
    'allowed',
  ],
  ['a group of ours without a rule allows', forAll('Disallow: /', `User-agent: ${TOKEN}`), '/llms.txt', 'allowed'],
  [
    'a group of ours with an empty rule allows',
    forAll('Disallow: /', `User-agent: ${TOKEN}`, 'Disallow:'),
    '/llms.txt',
    'allowed',
  ],
  ['a group that names us and forbids all is an opt-out', forUs('Disallow: /'), '/llms.txt', 'opt-out'],
  ['a wildcard opts out too', forUs('Disallow: /*'), '/llms.txt', 'opt-out'],
  ['what an opt-out allows is allowed', forUs('Disallow: /', 'Allow: /llms.txt'), '/llms.txt', 'allowed'],
  ['a part of the site is no opt-out', forUs('Disallow: /llms'), '/llms.txt', 'disallowed'],
  ['the name has no case', lines('user-AGENT: LLMS-Txt-Directory', 'DISALLOW: /'), '/llms.txt', 'opt-out'],
  [
    'a version behind the name is not part of it',
    lines(`User-agent: ${TOKEN}/1.0`, 'Disallow: /'),
    '/llms.txt',
    'opt-out',
  ],
  ['nor is a remark', lines(`User-agent: ${TOKEN} (all of them)`, 'Disallow: /'), '/llms.txt', 'opt-out'],
  ['a longer name is another crawler', lines(`User-agent: ${TOKEN}-two`, 'Disallow: /'), '/llms.txt', 'allowed'],
  ['a shorter name is another crawler', lines('User-agent: llms', 'Disallow: /'), '/llms.txt', 'allowed'],
  [
    'several names share a group',
    lines('User-agent: OtherBot', `User-agent: ${TOKEN}`, 'Disallow: /'),
    '/llms.txt',
    'opt-out',
  ],
  [
    'a Sitemap line between names does not end the group',
    forUs('Sitemap: https://a.example/s.xml', 'User-agent: OtherBot', 'Disallow: /'),
    '/llms.txt',
    'opt-out',
  ],
  [
    'groups of the same name are one',
    forUs('Disallow: /a', 'User-agent: OtherBot', 'Disallow: /', `User-agent: ${TOKEN}`, 'Disallow: /b'),
    '/b',
    'disallowed',
  ],
  ['rules before any name are nobody’s', lines('Disallow: /', 'User-agent: *', 'Allow: /'), '/x', 'allowed'],
  ['the longest match decides', forAll('Disallow: /a', 'Allow: /a/b'), '/a/b/c', 'allowed'],
  ['whatever the order', forAll('Allow: /a/b', 'Disallow: /a'), '/a/b/c', 'allowed'],
  ['of equal ones, the one that allows', forAll('Disallow: /a', 'Allow: /a'), '/a', 'allowed'],
  ['a path has case', forAll('Disallow: /A'), '/a', 'allowed'],
  ['a star stands for anything', forAll('Disallow: /*.php'), '/x/y.php?z=1', 'disallowed'],
  ['and for nothing', forAll('Disallow: /a*b'), '/ab', 'disallowed'],
  ['a dollar is the end', forAll('Disallow: /*.php$'), '/y.php?z=1', 'allowed'],
  ['a dollar is the end, and there it is', forAll('Disallow: /*.php$'), '/y.php', 'disallowed'],
  ['parts do not overlap', forAll('Disallow: /aba*ba$'), '/aba', 'allowed'],
  ['a pattern may start with a star', forAll('Disallow: *.pdf'), '/x.pdf', 'disallowed'],
  ['an encoded letter is the letter', forAll('Disallow: /%61%62'), '/ab', 'disallowed'],
  ['in the path too', forAll('Disallow: /foo/bar/baz'), '/foo/bar/%62%61%7A', 'disallowed'],
  ['an encoded slash is not a slash', forAll('Disallow: /a%2Fb'), '/a/b', 'allowed'],
  ['digits of an encoding have no case', forAll('Disallow: /a%2fb'), '/a%2Fb', 'disallowed'],
  ['other letters are their UTF-8', forAll('Disallow: /ツ'), '/%E3%83%84', 'disallowed'],
  ['and the other way round', forAll('Disallow: /%E3%83%84'), '/ツ', 'disallowed'],
  ['an encoded star is a star', forAll('Disallow: /a%2Ab'), '/a*b', 'disallowed'],
  ['and no wildcard', forAll('Disallow: /a%2Ab'), '/axb', 'allowed'],
  ['a remark is not a rule', lines('User-agent: * # all', 'Disallow: /a # not /b'), '/a', 'disallowed'],
  ['blanks around are nothing', lines('  User-agent :  *  ', '\tDisallow :\t/a  '), '/a', 'disallowed'],
  ['lines end in any way', 'User-agent: *\r\nDisallow: /a\rDisallow: /b\n', '/b', 'disallowed'],
  ['a byte order mark is nothing', '\uFEFFUser-agent: *\nDisallow: /', '/a', 'disallowed'],
  ['robots.txt itself is always allowed', forAll('Disallow: /'), '/robots.txt', 'allowed'],
  ['a full URL is its path', forAll('Disallow: /a'), 'https://a.example/a?b', 'disallowed'],
  [
    'counts octets of a longer rule in Cyrillic',
    forAll('Allow: /%D0%B1%D0%BB%D0%BE%D0%B3/', 'Disallow: /блог/черновики/'),
    '/%D0%B1%D0%BB%D0%BE%D0%B3/%D1%87%D0%B5%D1%80%D0%BD%D0%BE%D0%B2%D0%B8%D0%BA%D0%B8/x',
    'disallowed',
  ],
  ['counts octets of Cyrillic', forAll('Disallow: /%D0%B1%D0%BB%D0%BE%D0%B3/', 'Allow: /блог/a'), '/блог/a', 'allowed'],
  ['counts an encoded letter as one octet', forAll('Allow: /%61%62', 'Disallow: /abc'), '/abcd', 'disallowed'],
  ['takes both spellings of an encoding for equal', forAll('Disallow: /ä', 'Allow: /%c3%a4'), '/ä', 'allowed'],
  ['ends names at Crawl-delay', forUs('Crawl-delay: 9', 'User-agent: OtherBot', 'Disallow: /'), '/llms.txt', 'allowed'],
  ['ends names at a signal', forAll('Content-Signal: a=no', 'User-agent: Any', 'Disallow: /'), '/llms.txt', 'allowed'],
  ['keeps the rules after a Crawl-delay', forUs('Crawl-delay: 10', 'Disallow: /'), '/llms.txt', 'opt-out'],
  ...['Useragent', 'User agent', 'USER-AGENT'].map((name): (typeof RULES)[number] => [
    `reads ${name}`,
    lines(`${name}: *`, 'Disallow: /'),
    '/a',
    'disallowed',
  ]),
  ...['Dissallow', 'Dissalow', 'Disalow', 'Diasllow', 'Disallaw', 'Disallows'].map((name): (typeof RULES)[number] => [
    `reads ${name}`,
    forAll(`${name}: /`),
    '/a',
    'disallowed',
  ]),
  ['reads a field without its colon', lines('User-agent *', 'Disallow /a'), '/a', 'disallowed'],
  ['skips a sentence', forAll('Disallow all of them'), '/a', 'allowed'],
  ['matches the mark of an empty query', forAll('Disallow: /*?'), '/x?', 'disallowed'],
  ['ignores a fragment', forAll('Disallow: /*x$'), 'https://a.example/x#y', 'disallowed'],
  ['counts octets of emoji', forAll('Allow: /%F0%9F%8D%B5/', 'Disallow: /🍵/x'), '/🍵/x', 'disallowed'],
  ['names of object members are names', lines('User-agent: __proto__', 'Disallow: /'), '/', 'allowed'],
];

describe('reader of robots.txt (RFC 9309)', () => {
  it.each(RULES)('covers the case: %s', (_what, text, path, verdict) => {
    expect(parseRobotsFile(text)(TOKEN).verdict(path)).toBe(verdict);
  });

  it('returns the deciding line, or null without a rule', () => {
    const robots = parseRobotsFile(lines('User-agent: *', 'Disallow: /a', 'Allow: /a/b # this one'))(TOKEN);
    expect(robots.ruleFor('https://a.example/a/b')).toEqual({ line: 3, text: 'Allow: /a/b # this one' });
    expect(robots.ruleFor('/a')).toEqual({ line: 2, text: 'Disallow: /a' });
    expect(robots.ruleFor('/c')).toBeNull();
  });

  it('lists sitemaps with valid URLs', () => {
    const text = lines(
      'Sitemap: https://a.example/1.xml',
      'sitemap:http://a.example/2.xml # two',
      'Sitemap: /3.xml',
      'Sitemap: javascript:1',
      'Site-map: https://a.example/4.xml',
    );
    expect(parseRobotsFile(text)(TOKEN).sitemaps).toEqual([
      'https://a.example/1.xml',
      'http://a.example/2.xml',
      'https://a.example/4.xml',
    ]);
  });

  it('matches half a megabyte of wildcards against a long path in bounded time', () => {
    const text = `User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*b$\n'.repeat(17_000)}`;
    expect(parseRobotsFile(text)(TOKEN).verdict(`/${'a'.repeat(2_000)}`)).toBe('allowed');
  });
});

describe('response for robots.txt', () => {
  const answered = (change: Partial<FetchResult>) =>
    aFetchResult('https://a.example/robots.txt', { body: Buffer.from('User-agent: *\nDisallow: /'), ...change });

  it.each([
    ['200 supplies the rules', { status: 200 }, 'disallowed'],
    ['404 allows everything', { status: 404 }, 'allowed'],
    ['401 and 403 allow everything', { status: 403 }, 'allowed'],
    ['429 forbids for now', { status: 429 }, 'unknown'],
    ['500 forbids for now', { status: 500 }, 'unknown'],
    ['503 forbids for now', { status: 503 }, 'unknown'],
    ['no connection forbids for now', { status: null, failure: 'connect' }, 'unknown'],
    ['silence forbids for now', { status: null, failure: 'timeout' }, 'unknown'],
    ['more than five redirects count as a missing file', { status: null, failure: 'too-many-redirects' }, 'allowed'],
    ['skips a cut last line', { truncated: true, body: Buffer.from('User-agent: *\nDisallow: /l') }, 'allowed'],
    [
      'compares the octets of another encoding',
      { body: Buffer.from('User-agent: *\nDisallow: /\nAllow: /llms.txt\nDisallow: /bl\xf6g', 'latin1') },
      'allowed',
    ],
    ['reads UTF-16', { body: Buffer.from('\uFEFFUser-agent: *\nDisallow: /', 'utf16le') }, 'disallowed'],
    ['reads UTF-16BE', { body: Buffer.from('\uFEFFUser-agent: *\nDisallow: /ll', 'utf16le').swap16() }, 'disallowed'],
    ['invalid UTF-8 does not fail', { body: Buffer.from([0xff, 0xfe, 0x0a, 0x00]) }, 'allowed'],
  ] as const)('covers the case: %s', (_what, change, verdict) => {
    expect(readRobots(answered(change), TOKEN).verdict('/llms.txt')).toBe(verdict);
  });

  it('matches a path in Latin-1 by its octets', () => {
    const body = Buffer.from('User-agent: *\nDisallow: /bl\xf6g', 'latin1');
    const robots = readRobots(answered({ body }), TOKEN);
    expect(robots.verdict('/bl%F6g/x')).toBe('disallowed');
    expect(robots.verdict('/bl%C3%B6g/x')).toBe('allowed');
  });
});
