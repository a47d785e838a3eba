import { describe, expect, it } from 'vitest';
import { lint } from '#llmstxt';

const url = 'https://kites.example/llms.txt';
const toKind = (body: string) => lint({ body, url }).kind;
const page = '- [Guide](https://kites.example/guide): how to fly a kite';

const PARKED: readonly (readonly [what: string, text: string])[] = [
  ['a quote', '# kites.example\n\n> This domain is for sale.\n'],
  ['a sentence without a heading', 'This domain is parked free, courtesy of a registrar.\n'],
  ['its title', '# kites.example is for sale\n\nMake an offer.\n'],
  ['a sentence with its name', '# kites.example\n\nThe domain kites.example is currently listed for sale.\n'],
  ['a sentence that calls the name a domain', '> kites.example is a premium domain name now available for sale.\n'],
  ['an order to buy', '# Buy this domain\n\nPrices on request.\n'],
  ['an expired domain', '# kites.example\n\nThis domain has expired.\n'],
  ['a link to a market', '# kites.example\n\n> This domain is for sale.\n\n- [Offer](https://market.example/kites)\n'],
  ['a link to its homepage', '# kites.example\n\n> kites.example - Coming soon\n\n- [Home](https://kites.example/)\n'],
  ['a link to its offer', '# kites.example\n\n[This domain is for sale](https://market.example/kites)\n'],
  ['words about its owner', 'The owner of kites.example is offering it for sale for an asking price of 900 USD.\n'],
  ['German', '# kites.example\n\nDiese Domain steht zum Verkauf.\n'],
  ['German and its name', 'Die Domain kites.example steht zum Verkauf.\n'],
  ['French', '# kites.example\n\nLe nom de domaine kites.example est à vendre !\n'],
  ['Portuguese', '# kites.example\n\nEste domínio está à venda.\n'],
  ['Polish', 'Domena kites.example jest na sprzedaż\n'],
  ['Swedish', 'kites.example är till salu\n'],
  ['Russian', '# kites.example\n\nДомен kites.example продаётся.\n'],
  ['Russian with "this"', 'Этот домен продаётся\n'],
  ['Ukrainian', 'Домен продається\n'],
  ['Japanese', '# kites.example\n\nこのドメインは販売中です。\n'],
  ['Korean', '이 도메인은 판매 중입니다.\n'],
  ['Chinese of Taiwan', '# kites.example\n\n此網域名稱正在出售。\n'],
  ['Chinese', '# kites.example\n\n该域名正在出售。\n'],
];

const IN_USE: readonly (readonly [what: string, text: string])[] = [
  [
    'a blog that quotes an offer',
    `# Ana\n\n> Notes.\n\n- [Squatter](https://kites.example/a): it said "buy this domain"\n`,
  ],
  ['a registrar', '# Namely\n\n> Namely registers names.\n\n- [Help](/e): What to do when a domain has expired\n'],
  ['a market', '# Namely\n\n> A market for names.\n\n- [Sell](https://namely.example/s): List your domain for sale\n'],
  ['a tool', '# Whois\n\n> Shows whether a domain is parked.\n'],
  ['a question', '# Is this domain for sale?\n\n> A tool that asks the owner.\n'],
  [
    'an offer of one domain below a page of the site',
    `# Kites\n\n> This domain is for sale, and the shop with it.\n\n${page}\n`,
  ],
  ['an offer further down', '# Kites\n\nWe build kites.\n\nThis domain is for sale.\n'],
  ['an article', '# How domain parking works\n\nA parked domain shows advertisements.\n'],
  ['a plugin', '# Coming Soon Pages\n\nA plugin that shows "coming soon" to visitors.\n'],
  ['a section that is not written yet', '# Kites\n\nWe build kites.\n\n## Blog\n\nComing soon\n'],
  ['a page in reference form', '# Domain for sale: a guide\n\n- [Guide][1]\n\n[1]: https://kites.example/guide\n'],
  ['a page without a name', '# Domain for sale: a guide\n\n- https://kites.example/guide\n'],
  ['a record', '# Vol.2 is now for sale\n\n> Our second record.\n\n- [Buy](https://band.example/2)\n'],
  ['an estate', '# Le domaine viticole est à vendre\n\nVingt hectares de vigne.\n'],
  ['boats', '# Boats\n\nFor-sale-by-owner boats.\n'],
];

describe('a text that offers its own domain', () => {
  it.each(PARKED)('counts as parked with %s', (_, text) => expect(toKind(text)).toBe('parked'));
});

describe('a text of an active site', () => {
  it.each(IN_USE)('does not count as parked: %s', (_, text) => {
    expect(toKind(text)).toBe('llms');
  });
});

describe('a file with a title and a link', () => {
  it.each([
    ['package requirements', '# PyKit\n\nnumpy==1.26.4\npandas>=2.0\nrequests~=2.31\n\n## Docs\n'],
    ['directives for robots', '# Kites\n\nUser-agent: *\nAllow: /\nDisallow: /cart\nSitemap: /map.xml\n\n## Docs\n'],
    ['settings', '# Kites\n\nname: kites\nversion: 2\nlicense: MIT\n\n## Docs\n'],
    ['a list of language models', '# Kites\n\ngpt-5\nclaude\ngemini\nllama\n\n## Docs\n'],
  ])('counts as an llms.txt despite %s', (_, text) => {
    expect(toKind(`${text}\n${page}\n`)).toBe('llms');
  });

  it.each([
    ['a URL', '- https://kites.example/guide'],
    ['a URL in angle brackets', '- <https://kites.example/guide>: how to fly'],
    ['a reference', '- [Guide][1]\n\n[1]: https://kites.example/guide'],
    ['a quote instead of a link', '> How to install it.'],
  ])('counts as an llms.txt despite package requirements, with %s', (_, text) => {
    expect(toKind(`# PyKit\n\nnumpy==1.26.4\npandas>=2.0\nrequests~=2.31\nrich>=13\n\n${text}\n`)).toBe('llms');
  });

  it.each([
    '<svg width="9"><path d="M0 0"/></svg>\n',
    '<style>p{}</style>\n',
    '<script src="/a.js"></script>',
    '<?xml ?>',
  ])('counts as an llms.txt after %j', (start) =>
    expect(toKind(`${start}\n# Kites\n\n## Docs\n\n${page}\n`)).toBe('llms'),
  );

  it('counts as an llms.txt with an underlined title', () => {
    expect(toKind('Models\n======\n\ngpt-5\nclaude 4\nllama 4\n')).toBe('llms');
  });

  it.each([
    ['package requirements', '# Core, see [the guide](https://kites.example/guide)\nnumpy==1.26.4\npandas>=2.0\n'],
    ['directives for robots', '# Kites\nUser-agent: *\nDisallow: /cart\n'],
  ])('counts as another format if the title is a comment: %s', (_, text) => {
    expect(toKind(text)).toBe('other-format');
  });
});
