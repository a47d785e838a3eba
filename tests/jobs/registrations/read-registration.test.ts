import { describe, expect, it } from 'vitest';
import { BootstrapError, parseBootstrap } from '../../../src/jobs/registrations/bootstrap.ts';
import { readRegistration } from '../../../src/jobs/registrations/read-registration.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');

describe('the registry of RDAP servers', () => {
  const find = parseBootstrap(
    JSON.stringify({
      version: '1.0',
      services: [
        [
          ['com', 'NET'],
          ['http://rdap.plain.com/', 'https://rdap.verisign.com/com/v1'],
        ],
        [['uk'], ['https://rdap.nominet.uk/uk/']],
        [['ac.uk'], ['https://rdap.ja.net/']],
        null,
        'net',
        [['com']],
        [
          ['dev', null, 7],
          [null, 'https://rdap.dev.example/'],
        ],
        [['org'], ['http://only-plain.org/', 'file:///etc/passwd', 'https://user@rdap.org/', 'nonsense', '']],
      ],
    }),
  );
  const cases: readonly (readonly [string, string | null])[] = [
    ['example.com', 'https://rdap.verisign.com/com/v1/'],
    ['example.net', 'https://rdap.verisign.com/com/v1/'],
    ['example.co.uk', 'https://rdap.nominet.uk/uk/'],
    ['example.ac.uk', 'https://rdap.ja.net/'],
    ['example.dev', 'https://rdap.dev.example/'],
    ['example.org', null],
    ['example.de', null],
  ];
  for (const [name, server] of cases) {
    it(`sends the question for ${name} to ${server ?? 'nobody'}`, () => {
      expect(find(name)).toBe(server);
    });
  }
  it('fails for any other content', () => {
    for (const text of ['', '<html>', '[]', '{}', '{"services":[["com","https://a.example/"]]}', '{"services":{}}']) {
      expect(() => parseBootstrap(text)).toThrow(BootstrapError);
    }
  });
});

describe('the date in an answer', () => {
  const answer = (over: object) =>
    Buffer.from(
      JSON.stringify({
        objectClassName: 'domain',
        ldhName: 'EXAMPLE.COM',
        events: [
          { eventAction: 'last changed', eventDate: '2020-01-01T00:00:00Z' },
          { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
        ],
        ...over,
      }),
    );
  const on = (eventDate: unknown) => answer({ events: [{ eventAction: 'registration', eventDate }] });
  const cases: readonly (readonly [string, Uint8Array, string | null])[] = [
    ['is the date of its registration', answer({}), '1995-08-14T04:00:00.000Z'],
    ['is read with an offset', on('2001-05-01T02:00:00+02:00'), '2001-05-01T00:00:00.000Z'],
    ['is read with an offset without a colon', on('2001-05-01T02:00:00.5+0200'), '2001-05-01T00:00:00.000Z'],
    ['is read without a time', on('2001-05-01'), '2001-05-01T00:00:00.000Z'],
    ...[
      '2017-03-15T01:02:03,5Z',
      '2017-03-15 01:02:03 UTC',
      '2017/03/15 01:02:03',
      '2017-03-15T01:02:03+00',
      '2017-03-15t01:02:03z',
    ].map((date): (typeof cases)[number] => [`is read as ${date}`, on(date), '2017-03-15T01:02:03.000Z']),
    ['is read without seconds', on('2017-03-15T01:02Z'), '2017-03-15T01:02:00.000Z'],
    ['is read in a leap second', on('2016-12-31T23:59:60Z'), '2016-12-31T23:59:59.000Z'],
    ['is read after a byte-order mark', Buffer.concat([Buffer.from('\ufeff'), answer({})]), '1995-08-14T04:00:00.000Z'],
    ['is read of a Domain', answer({ objectClassName: 'Domain' }), '1995-08-14T04:00:00.000Z'],
    [
      'is read of a Unicode name only',
      answer({ ldhName: null, unicodeName: 'Example.com' }),
      '1995-08-14T04:00:00.000Z',
    ],
    [
      'is read of a Unicode name beside an empty name',
      answer({ ldhName: '', unicodeName: 'Example.com' }),
      '1995-08-14T04:00:00.000Z',
    ],
    ['is read of a name with a blank', answer({ ldhName: 'EXAMPLE.COM. ' }), '1995-08-14T04:00:00.000Z'],
    ['is not taken for another name', answer({ ldhName: 'evil.com' }), null],
    ['is not taken of another kind of thing', answer({ objectClassName: 'nameserver' }), null],
    ['cannot be in the future', on('2099-01-01T00:00:00Z'), null],
    ['cannot be before there were names', on('0001-01-01T00:00:00Z'), null],
    ['cannot be nonsense', on('yesterday'), null],
    ['cannot be a 13th month', on('2001-13-01T00:00:00Z'), null],
    ...[null, 12, 'x', [], { eventAction: null }, { eventAction: 'last changed', eventDate: null }].map(
      (event): (typeof cases)[number] => [
        `is read beside ${JSON.stringify(event)}`,
        answer({ events: [event, { eventAction: 'registration', eventDate: '2017-03-15T01:02:03Z' }] }),
        '2017-03-15T01:02:03.000Z',
      ],
    ),
    [
      'is read beside a registration without a date',
      answer({ events: [{ eventAction: 'registration' }, { eventAction: 'Registration', eventDate: '2017-03-15' }] }),
      '2017-03-15T00:00:00.000Z',
    ],
    ['may be missing', answer({ events: [] }), null],
    ['may have no value', on(undefined), null],
    ['cannot be a number', on(12), null],
    ['is not in a page', Buffer.from('<!doctype html>'), null],
    ['is not in nothing', Buffer.alloc(0), null],
    ['is not in too much', answer({ events: Array(2_000).fill({ eventAction: 'registration' }) }), null],
    ['is not in depth', Buffer.from('['.repeat(100_000)), null],
    ['is not what a prototype says', Buffer.from('{"__proto__":{"objectClassName":"domain"}}'), null],
  ];
  it('comes from a Unicode name if the answer has no A-labels', () => {
    const found = readRegistration(answer({ ldhName: 'Münchën.com' }), 'xn--mnchn-qsa9i.com', NOW);
    expect(found).toBe('1995-08-14T04:00:00.000Z');
  });
  for (const [what, body, expected] of cases) {
    it(what, () => {
      expect(readRegistration(body, 'example.com', NOW)).toBe(expected);
    });
  }
});
