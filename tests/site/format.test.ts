import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatQuantity } from '../../src/directory/format-numbers.ts';
import { formatDate, formatInstant } from '../../src/site/content/format/dates.ts';
import { escapeMarkdown, markdownUrl } from '../../src/site/content/format/markdown.ts';
import {
  cleanBlocks,
  cleanName,
  cleanNames,
  cleanText,
  linkableUrl,
} from '../../src/site/content/format/untrusted-text.ts';
import { renderJsonLd } from '../../src/site/content/json-ld.ts';
import { siteRel } from '../../src/site/content/views/domain/domain-head.ts';

describe('text of a site on a page', () => {
  it.each([
    ['as it is', 'Tide tables', 'Tide tables'],
    ['on one line', ' a\n\tb \u2028c ', 'a b c'],
    ['without direction overrides', '\u202Egnorts\u202C', 'gnorts'],
    ['without towers of marks', `Z${'\u0300'.repeat(9)}!`, 'Z\u0300\u0300\u0300!'],
    ['with damage shown', 'a\ud800b', 'a\ufffdb'],
    ['without what nobody sees', 'pay\u200bpal\u00ad \u2060log\u{e0041}in\ufeff', 'paypal login'],
    ['without joiners between Latin letters', 'pay\u200dpal\u200c', 'paypal'],
    ['with the joiners that other scripts need', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['whole in other scripts', '港の潮見表 👩‍🚀', '港の潮見表 👩‍🚀'],
  ])('appears %s', (_, text, shown) => {
    expect(cleanText(text, 100)).toBe(shown);
  });

  it('ends at its limit, never inside a character', () => {
    expect(cleanText('👩🚀'.repeat(50), 10)).toBe(`${'👩🚀'.repeat(2)}…`);
    expect(cleanText('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxx…');
  });
});

describe('Markdown of a site on a page', () => {
  it.each([
    ['paragraphs', 'One\nline.\n\nAnother.', ['One line.', 'Another.']],
    ['a list after a paragraph', 'Mind:\n- tides\n- winds\n', ['Mind:', ['tides', 'winds']]],
    [
      'items over several lines',
      '* tides\n  and currents\n\n  of the bay\n* winds',
      [['tides and currents of the bay', 'winds']],
    ],
    ['the characters of references', 'R&amp;D f&uuml;r pagina&#039;s', ["R&D für pagina's"]],
    ['no escapes', '1\\. first \\*', ['1. first *']],
    ['no marks of quotes', '> Tides\n&gt; and winds', ['Tides and winds']],
    ['no lines between paragraphs', 'Tides\n---\nWinds\n* * *', ['Tides', 'Winds']],
    ['numbers', '1. first\n2) second', [['first', 'second']]],
    ['nothing', ' \n\n- \n', ['-']],
    ['links and emphasis by their words', 'See [the **docs**](https://a.example), `x[0]`.', ['See the docs, x[0].']],
    ['hidden text', '\u202e- a\n\u200b\n', ['- a']],
    ['more than fits', 'a'.repeat(30), ['a'.repeat(20), '…']],
  ])('shows %s', (_, text, shown) => {
    expect(cleanBlocks(text, 20 + (text.startsWith('a') ? 0 : 100))).toEqual(shown);
  });
});

describe('link to a site', () => {
  it.each([
    ['https://a.example/x', true],
    ['http://a.example', true],
    ['javascript:alert(1)', false],
    ['JaVaScRiPt:alert(1)', false],
    [' javascript:alert(1)', false],
    ['java\nscript:alert(1)', false],
    ['data:text/html,x', false],
    ['//evil.example', false],
    ['/relative', false],
    ['https://', false],
    ['https://a b', false],
    [null, false],
  ])('accepts %j: %s', (url, yes) => {
    expect(linkableUrl(url)).toBe(yes ? url : null);
  });

  it.each([
    ['featured', 'https://docs.harbour.com/llms.txt', 'ugc noopener'],
    ['featured', 'https://www.harbour.com/llms.txt', 'ugc noopener'],
    ['featured', 'https://harbour.net/llms.txt', 'ugc nofollow noopener'],
    ['featured', 'https://harbour.com.evil.net/', 'ugc nofollow noopener'],
    ['listed', 'https://docs.harbour.com/', 'ugc nofollow noopener'],
    ['unlisted', 'https://docs.harbour.com/', 'ugc nofollow noopener'],
    ['rejected', 'https://docs.harbour.com/', 'ugc nofollow noopener'],
    [null, 'https://docs.harbour.com/', 'ugc nofollow noopener'],
  ] as const)('uses for tier %s and %s rel="%s"', (tier, url, rel) => {
    expect(siteRel(url, { domain: 'docs.harbour.com', tier })).toBe(rel);
  });
  it.each([
    ['evil.pages.dev', 'ugc nofollow noopener'],
    ['docs.harbour.pages.dev', 'ugc noopener'],
  ])('drops nofollow on a free host only for the same name: %s', (host, rel) => {
    expect(siteRel(`https://${host}/llms.txt`, { domain: 'harbour.pages.dev', tier: 'featured' })).toBe(rel);
  });
});

describe('text inside Markdown', () => {
  it.each([
    ['[x](y)', '\\[x\\](y)'],
    ['# not a heading', '\\# not a heading'],
    ['- not an item', '\\- not an item'],
    ['1. not an item', '1\\. not an item'],
    ['1.5 kB', '1.5 kB'],
    ['a\nb', 'a b'],
    ['<b>', '\\<b\\>'],
    ['see https://a.example, www.a.example', 'see https\\://a.example, www\\.a.example'],
    ['me@a.example', 'me\\@a.example'],
  ])('escapes %j as %j', (text, written) => {
    expect(escapeMarkdown(text)).toBe(written);
  });

  it.each([
    ['https://a.example/x(1)', 'https://a.example/x%281%29'],
    ['https://a.example/a b>', 'https://a.example/a%20b%3E'],
    ['javascript:alert(1)', null],
  ])('writes the link %j as %j', (url, written) => {
    expect(markdownUrl(url)).toBe(written);
  });
});

describe('structured data', () => {
  it.each(['</script><script>alert(1)</script>', '<!--<script>', '\u2028\u2029', '&lt;'])(
    'keeps %j inside its element, and intact',
    (text) => {
      const json = renderJsonLd({ name: text });
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(json)).toEqual({ name: text });
    },
  );
});

describe('format of numbers and dates', () => {
  it('stays the same on every machine', () => {
    expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect([formatQuantity(1, 'link'), formatQuantity(2, 'link')]).toEqual(['1 link', '2 links']);
    expect([812, 4000, 5821, 1_100_000].map(formatBytes)).toEqual(['812 B', '4 kB', '5.8 kB', '1.1 MB']);
    expect(formatDate('2026-11-05T08:05:00.000Z')).toBe('5 Nov 2026');
    expect(formatInstant('2026-11-20T08:05:00.000Z')).toBe('20 Nov 2026, 08:05 UTC');
  });
});

describe('a link name of a site', () => {
  it('ends at its limit after a mebibyte of brackets', () => {
    expect(cleanName(`a${'['.repeat(1024 * 1024)}b`, 100)).toHaveLength(100);
  });

  it.each([
    ['[Communications APIs](https://a.example/x)', 'Communications APIs'],
    ['[AI for personalized engagement', 'AI for personalized engagement'],
    ['**Docs** and `code`', 'Docs and code'],
    ['Docs [v2]', 'Docs v2'],
    ['![Logo](logo.png) Acme', 'Logo Acme'],
    ['[]', '[]'],
    ['Plain', 'Plain'],
  ])('turns %s into %s', (name, shown) => {
    expect(cleanName(name, 80)).toBe(shown);
  });
});

describe('section names in a line', () => {
  it.each([
    [['Docs', '', '[API](https://a.example/api)'], 'Docs · API'],
    [['Getting started', 'Payments and refunds'], 'Getting started …'],
    [['Everything about our payments'], 'Everything about…'],
    [[], ''],
  ])('turns %j into %j', (names, line) => {
    expect(cleanNames(names, 20)).toBe(line);
  });
});
