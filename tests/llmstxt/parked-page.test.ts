import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeBody, isParkedPage, lint } from '#llmstxt';

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const prose = (words: number) => 'Words about what this shop has to offer. '.repeat(words / 8);

const PARKED: readonly (readonly [what: string, html: string])[] = [
  ['a title that names the domain', page('quay-lanterns.com is for sale', '<h1>Make an offer</h1>')],
  ['a title that speaks of the domain', page('The domain name quay-lanterns.com may be for sale', '')],
  ['a heading', page('quay-lanterns.com', '<h1 class="big">Buy this domain today</h1>')],
  ['a title in German', page('Domain steht zum Verkauf', '<p>quay-lanterns.de</p>')],
  ['a sentence in French', page('quay-lanterns.fr', '<p>Ce domaine est à vendre.</p>')],
  ['a title in French', page('Le domaine quay-lanterns.fr est à vendre', '')],
  ['a heading in Portuguese', page('quay-lanterns.com', '<h1>Este domínio está à venda</h1>')],
  ['a title in Chinese', page('该域名正在出售', '')],
  ['a title in Russian', page('Домен продаётся', '')],
  ['a notice in a page of few words', page('quay-lanterns.com', '<p>This web page is parked free of charge.</p>')],
  ['an offer to inquire', page('quay-lanterns.com', '<a href="/contact">Inquire about this domain</a>')],
  ['a page of scripts', page('quay-lanterns.com', '<script src="https://img.sedoparking.com/js/main.js"></script>')],
  ['a frame', page('', '<iframe src="//ww1.parkingcrew.net/quay-lanterns"></iframe>')],
  ['a redirect to lander', '<!doctype html><html><head><script>window.location.href="/lander"</script></head></html>'],
  ['a sentence with marked words', page('Offer', '<p>The domain <b>quay-lanterns.com</b> is <i>for sale</i>.</p>')],
  ['a domain that has expired', page('Expired', '<p>This domain has expired and is pending renewal.</p>')],
];

const IN_USE: readonly (readonly [what: string, html: string])[] = [
  ['a shop', page('Quay Lanterns', prose(200))],
  ['an article about domains for sale', page('How to buy a domain', `<p>To buy this domain …</p>${prose(900)}`)],
  ['a market for domains', page('Domains for sale', `<h1>Premium domains</h1>${prose(900)}`)],
  ['an estate in France', page('Immo', '<h1>Domaine à vendre en Provence</h1><p>Le domaine est à vendre.</p>')],
  ['a house for sale', page('The mill is for sale', '<p>A mill of 1840, with its wheel.</p>')],
  ['a link to a parking service', page('Notes', '<a href="https://sedoparking.com/">how parking works</a>')],
  ['an app shell', page('Loading', '<div id="root"></div><script src="/app.js"></script>')],
  ['a page about parked cars', page('City parking', '<p>Where your car is parked, and for how long.</p>')],
  ['a site that is not finished', page('Quay Lanterns', '<p>Opening soon.</p>')],
  ['a blog that quotes an offer', page('Ana', '<h1>Ana</h1><p>The page said "buy this domain" for 900 euros.</p>')],
  ['a registrar', page('Namely', '<h1>Names</h1><a href="/help">What to do when a domain has expired</a>')],
  ['a market', page('Namely', '<p>List your domain for sale in our market.</p>')],
  ['a tool', page('Whois', '<p>Shows whether a domain is parked or may be for sale.</p>')],
  ['nothing', ''],
];

describe('a page that offers its own domain', () => {
  it.each(PARKED)('counts as parked with %s', (_, html) => expect(isParkedPage(html)).toBe(true));

  it('counts as a parked page, without a finding about HTML', () => {
    const { kind, valid, document, findings } = lint({ body: PARKED[0]?.[1] ?? '' });
    expect({ kind, valid, document }).toEqual({ kind: 'parked', valid: false, document: null });
    expect(findings.map(({ id }) => id)).toEqual(['parked-page']);
  });
});

describe('a page of an active site', () => {
  it.each(IN_USE)('does not count as parked: %s', (_, html) => expect(isParkedPage(html)).toBe(false));
});

describe('a hostile page', () => {
  it.each(['<title>', '<h1 ', '<script>', '<', 'src="//a.', 'domain ', '<style></style>'])(
    'needs linear time for many %j',
    (text) => {
      expect(isParkedPage(text.repeat(1_000_000 / text.length))).toBe(false);
    },
  );
});

const corpus = join(import.meta.dirname, '../../../shared/corpus');
if (!existsSync(corpus)) console.log('no corpus beside the project: real pages are not looked at');
describe.runIf(existsSync(corpus))('a real page', () => {
  it('does not count as parked', () => {
    const pages = ['homepages', 'articles', 'soft404'].flatMap((folder) =>
      readdirSync(join(corpus, 'html', folder)).map((name) => join(corpus, 'html', folder, name)),
    );
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((file) => isParkedPage(decodeBody(readFileSync(file)).text))).toEqual([]);
  });
});
