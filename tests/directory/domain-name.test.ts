import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTestName, parseDomainName, registrableDomain } from '../../src/directory/domain-name.ts';

const strict = { form: 'name-or-url', reserved: false, ownHost: 'directory.dev' } as const;

describe('spelling of a domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['example.com.', 'example.com'],
    [' example.com  ', 'example.com'],
    ['www.example.com', 'example.com'],
    ['www.www.example.com', 'example.com'],
    ['WWW.Example.com.', 'example.com'],
    ['docs.example.com', 'docs.example.com'],
    ['www.gov.uk', 'www.gov.uk'],
    ['www.github.io', 'www.github.io'],
    ['wwww.example.com', 'wwww.example.com'],
    ['someone.github.io', 'someone.github.io'],
    ['www.someone.github.io', 'someone.github.io'],
    ['faß.de', 'xn--fa-hia.de'],
    ['fass.de', 'fass.de'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['mu\u0308nchen.de', 'xn--mnchen-3ya.de'],
    ['XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
    ['аррӏе.com', 'xn--80ak6aa92e.com'],
    ['\u212a.com', 'k.com'],
    [`${'a.'.repeat(125)}com`, `${'a.'.repeat(125)}com`],
    ['💩.la', 'xn--ls8h.la'],
    ['ﬁ.com', 'fi.com'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
    ['example｡com', 'example.com'],
    ['exa\u00admple.com', 'example.com'],
    ['exa\u200bmple.com', 'example.com'],
    ['1.2.3.com', '1.2.3.com'],
    ['0x7f.com', '0x7f.com'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    ['https://example.com', 'example.com'],
    ['HTTP://www.Example.com:80/path?q=1#x', 'example.com'],
    ['https://example.com:?x', 'example.com'],
    ['https://example.com/~user@home:22', 'example.com'],
    ['https://bücher.example.com/ä', 'xn--bcher-kva.example.com'],
  ])('reads %j as %s', (input, domain) => {
    expect(parseDomainName(input, strict)).toEqual({ ok: true, domain });
  });
});

describe('input that is not a public domain', () => {
  it.each<[unknown, RegExp]>([
    ['127.0.0.1', /IP address/],
    ['127.1', /IP address/],
    ['0x7f.1', /IP address/],
    ['2130706433', /IP address/],
    ['017700000001', /IP address/],
    ['1.2.3.4.5', /IP address/],
    ['0', /IP address/],
    ['example.0x', /IP address/],
    ['１２７.0.0.1', /IP address/],
    ['①②⑦.0.0.1', /IP address/],
    ['[::1]', /IP address/],
    ['::1', /IP address/],
    ['[::ffff:127.0.0.1]', /IP address/],
    ['http://[::1]:80/', /IP address/],
    ['http://127.0.0.1/', /IP address/],
    ['view-source:https://example.com', /no port or scheme/],
    ['[Example](https://example.com)', /no port or scheme/],
    ['localhost', /reserved/],
    ['LOCALHOST.', /reserved/],
    ['x.localhost', /reserved/],
    ['x.local', /reserved/],
    ['x.internal', /reserved/],
    ['metadata.google.internal', /reserved/],
    ['kubernetes.default.svc', /no top-level domain/],
    ['x.i2p', /no top-level domain/],
    ['x.onion', /reserved/],
    ['x.alt', /reserved/],
    ['x.test', /reserved/],
    ['x.example', /reserved/],
    ['x.invalid', /reserved/],
    ['x.home.arpa', /reserved/],
    ['1.0.0.127.in-addr.arpa', /reserved/],
    ['com', /public suffix/],
    ['co.uk', /public suffix/],
    ['github.io', /public suffix/],
    ['example.notatld', /no top-level domain/],
    ['example.zzzz', /no top-level domain/],
    [`${'a.'.repeat(126)}a`, /no top-level domain/],
    ['intranet', /two parts/],
    ['*.example.com', /letters, digits and hyphens/],
    ['a..b.com', /empty/],
    ['example.com..', /empty/],
    ['.', /empty/],
    ['..', /empty/],
    ['a-.com', /letters, digits and hyphens/],
    ['-a.com', /letters, digits and hyphens/],
    ['a_b.com', /letters, digits and hyphens/],
    ['a;b.com', /letters, digits and hyphens/],
    [`${'a'.repeat(64)}.com`, /63/],
    [`${'a.'.repeat(125)}com1`, /253/],
    ['xn--a.com', /internationalized/],
    ['xn--iñvalid.com', /internationalized/],
    ['xn--localhost-.com', /letters|internationalized/],
    ['ex\u200dample.com', /internationalized/],
    ['exa\u202emple.com', /internationalized/],
    ['example.com／x', /internationalized/],
    ['example.com＠evil.com', /internationalized/],
    ['exa mple.com', /spaces/],
    ['hello world', /^This is not a domain name/],
    ['\nexample.com', /control/],
    ['example.com\0', /control/],
    ['example.com\t.evil.test', /control/],
    ['https://example.com/\r\nHost: evil.com', /control/],
    ['user@example.com', /"@"/],
    ['https://user:secret@example.com/', /user name/],
    ['https://example.com@evil.com', /user name/],
    ['example.com:22', /port/],
    ['example.com:443', /port/],
    ['https://example.com:22/', /port/],
    ['https://example.com:80/', /port/],
    ['example.com\\@evil.com', /backslash/],
    ['https://example.com\\@evil.com', /backslash/],
    ['https://ex%61mple.com', /"%"/],
    ['example.com#x', /path/],
    ['//example.com', /path/],
    ['ftp://example.com', /port or scheme/],
    ['javascript:alert(1)', /port or scheme/],
    ['https://', /^The URL has no domain name/],
    ['', /missing/],
    ['directory.dev', /itself/],
    ['https://www.directory.dev/domain/x', /itself/],
    ['\ud800.com', /well-formed/],
    [['example.com'], /string/],
    [null, /string/],
    [undefined, /string/],
    [{ toString: () => 'example.com' }, /string/],
    ['a'.repeat(1_001), /too long/],
  ])('refuses %j', (input, reason) => {
    const parsed = parseDomainName(input, strict);
    expect(parsed).toEqual({ ok: false, detail: expect.stringMatching(reason) });
    expect(parsed).toEqual({ ok: false, detail: expect.stringMatching(/^[A-Z"].*\.$/) });
  });
});

describe('a path segment', () => {
  it.each(['https://example.com', 'http://example.com/', ' example.com', 'example.com '])('refuses %j', (input) => {
    expect(parseDomainName(input, { form: 'name', reserved: false }).ok).toBe(false);
  });
  it('turns another spelling into the canonical name', () => {
    expect(parseDomainName('WWW.faß.de.', { form: 'name', reserved: false })).toEqual({
      ok: true,
      domain: 'xn--fa-hia.de',
    });
  });
});

describe('reserved name, if the setting allows it', () => {
  const relaxed = { form: 'name-or-url', reserved: true } as const;
  it.each([
    ['bakery.example', 'bakery.example'],
    ['https://www.bakery.example/', 'bakery.example'],
    ['www.example', 'www.example'],
    ['a.b.test', 'a.b.test'],
    ['x.invalid', 'x.invalid'],
  ])('reads %s as %s', (input, domain) => {
    expect(parseDomainName(input, relaxed)).toEqual({ ok: true, domain });
    expect(isTestName(domain)).toBe(true);
  });
  it.each(['example', 'localhost', 'x.localhost', 'x.local', 'metadata.google.internal', 'x.onion', '127.0.0.1'])(
    'refuses %s',
    (input) => expect(parseDomainName(input, relaxed).ok).toBe(false),
  );
});

describe('registrable domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['a.b.example.com', 'example.com'],
    ['a.example.co.uk', 'example.co.uk'],
    ['a.someone.github.io', 'someone.github.io'],
    ['github.io', 'github.io'],
    ['com', 'com'],
    ['docs.bakery.example', 'bakery.example'],
    ['a.xn--80adxhks.xn--p1ai', 'xn--80adxhks.xn--p1ai'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
  ])('finds for %s: %s', (domain, registrable) => {
    expect(registrableDomain(domain)).toBe(registrable);
  });
});

describe('any input', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.domain(),
    fc.tuple(fc.constantFrom('www.', 'WWW.', 'xn--', '', 'ſ'), fc.domain()).map(([a, b]) => a + b),
    fc
      .tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom('com', 'de', 'рф', 'co.uk', 'example'))
      .map(([a, b]) => `${a}.${b}`),
  );
  it('yields a stable canonical name that equals the host of a URL parser', () => {
    fc.assert(
      fc.property(typed, fc.boolean(), (input, reserved) => {
        const parsed = parseDomainName(input, { form: 'name-or-url', reserved });
        if (!parsed.ok) return;
        expect(parseDomainName(parsed.domain, { form: 'name', reserved })).toEqual(parsed);
        expect(new URL(`https://${parsed.domain}/`).hostname).toBe(parsed.domain);
        expect(parsed.domain).toMatch(/^[a-z0-9.-]{3,253}$/);
      }),
      { numRuns: 2_000 },
    );
  });
  it('reports a million characters as too long, before any other problem', () => {
    const units = ['a', '.', 'www.', 'ß', ' ', '[', '\u0301', '\ud800', '\0', '\\', 'https://'];
    const answers = units.map((unit) => parseDomainName(unit.repeat(1_000_000), strict));
    expect(answers).toEqual(units.map(() => ({ ok: false, detail: expect.stringContaining('too long') })));
  });
});
