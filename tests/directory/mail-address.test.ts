import { describe, expect, it } from 'vitest';
import { parseMailAddress } from '../../src/directory/mail-address.ts';

const parse = (text: string) => parseMailAddress(text, { reserved: false });

describe('usable address', () => {
  const accepted: [given: string, address: string][] = [
    ['name@bakery.com', 'name@bakery.com'],
    ['first.last+alerts@mail.bakery.co.uk', 'first.last+alerts@mail.bakery.co.uk'],
    ["o'hara_1%x@bakery.com", "o'hara_1%x@bakery.com"],
    ['Name@Bakery.COM', 'Name@bakery.com'],
    ['name@bücher.de', 'name@xn--bcher-kva.de'],
    ['name@www.bakery.com', 'name@www.bakery.com'],
    [`${'a'.repeat(64)}@bakery.com`, `${'a'.repeat(64)}@bakery.com`],
  ];
  it.each(accepted)('accepts %s', (given, address) => expect(parse(given)).toEqual({ ok: true, address }));
});

describe('unusable address', () => {
  const refused = [
    '',
    '@bakery.com',
    'name@',
    'a@bakery.com,b@evil.com',
    'a@bakery.com;b@evil.com',
    'a@bakery.com\r\nBcc: b@evil.com',
    'a\r\nBcc: b@evil.com@bakery.com',
    'Name <a@bakery.com>',
    '"a b"@bakery.com',
    '"a@evil.com,b"@bakery.com',
    'a(comment)@bakery.com',
    'group:a@bakery.com;',
    'a@evil.com@bakery.com',
    '.a@bakery.com',
    'a.@bakery.com',
    'a..b@bakery.com',
    'a@bakery.com.',
    'a@bakery',
    'a@localhost',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@bakery.example',
    'a@bakery.com\0',
    'a@bakery.com\u2028b@evil.com',
    'a＠bakery.com',
    'a\u202e@bakery.com',
    'a@bak\u00adery.com',
    'mailto:a@bakery.com?cc=b@evil.com',
    'a@https://bakery.com',
    `${'a'.repeat(65)}@bakery.com`,
    `a@${'a'.repeat(250)}.com`,
    'a'.repeat(100_000),
  ];
  it.each(refused)('refuses %j', (text) =>
    expect(parse(text)).toMatchObject({ ok: false, detail: expect.any(String) }),
  );
});
