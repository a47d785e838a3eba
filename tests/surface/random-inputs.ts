import fc from 'fast-check';

/** Creates texts that break careless parsers, queries and pages. */
export const nastyText = fc.constantFrom(
  ...["'; drop table domains; --", 'or=(a.eq.b)', 'a & | ! ( <-> :*', '%_\\', '"unbalanced', '../../etc/passwd'],
  ...['\u0000', '\ud800', '\u202e\u0301\u0301', '__proto__', 'constructor', 'x'.repeat(5_000)],
  ...['-1', '1e309', '9007199254740993', '١', '٣', 'true', 'NaN'],
  ...['http://user:secret@tides.com/', 'https://tides.com:8443/'],
);

/** Creates names of these domains, of other domains, and of no domain. */
export const randomDomain = (...known: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...known, 'localhost', '127.1', 'co.uk', 'a.b.c.org'),
    fc.domain(),
    fc.webUrl(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    nastyText,
  );
