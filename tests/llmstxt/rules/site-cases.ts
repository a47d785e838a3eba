import type { RuleCases } from './case.ts';
import { answer, checked, fullFile, homepage, tried } from './case.ts';

/** Cases of rules about linked pages and the site. */
export const siteCases: RuleCases = {
  'dead-link': [
    [
      'the only link',
      tried('https://example.com/old', { status: 404 }),
      ['7:3 error https://example.com/old answers 404'],
    ],
    [
      'one of four',
      checked(
        '- [A](https://example.com/a)\n- [B](https://example.com/b)\n',
        { url: 'https://example.com/b', status: 410 },
        { url: 'https://example.com/a' },
        { url: 'https://example.com/c' },
        { url: 'https://example.com/d' },
      ),
      ['8:3 warning https://example.com/b answers 410'],
    ],
    ['another site', tried('https://other.example/old', { own: false, status: 404 }), []],
    ['a refusal', tried('https://example.com/guide', { status: 403 }), []],
  ],
  'dead-external-link': [
    [
      'another site',
      tried('https://other.example/old', { own: false, status: 404 }),
      ['7:3 info https://other.example/old answers 404: the page does not exist.'],
    ],
    ['the site itself', tried('https://example.com/old', { status: 404 }), []],
  ],
  'redirecting-link': [
    [
      'a redirect',
      tried('https://example.com/guide', { redirectedTo: 'https://example.com/docs/guide' }),
      ['7:3 info https://example.com/guide redirects to https://example.com/docs/guide.'],
    ],
    ['none', tried('https://example.com/guide'), []],
  ],
  'markdown-twin': [
    [
      'a page with a twin',
      tried('https://example.com/guide.html', { markdownTwin: 'https://example.com/guide.html.md' }),
      ['7:3 info This page is also available as Markdown, at https://example.com/guide.html.md.'],
    ],
    ['a page without one', tried('https://example.com/guide.html'), []],
  ],
  'no-describedby': [
    ['none', homepage({}), ['- info The homepage has no link with rel="describedby" to its llms.txt.']],
    ['one', homepage({ describedBy: ['https://example.com/llms.txt'] }), []],
    ['a schema', homepage({ describedBy: ['https://example.com/schema', 'https://example.com/a.xml'] }), ['- info']],
    ['a homepage that could not be read', { ...answer({}), homepage: null }, []],
  ],
  'describedby-wrong': [
    ['another page', homepage({ describedBy: ['https://example.com/about.html'] }), ['- warning The homepage says']],
    ['among others', homepage({ describedBy: ['https://example.com/about.html', 'https://example.com/llms.txt'] }), []],
    [
      'another file beside a schema',
      homepage({ describedBy: ['https://example.com/schema.json', 'https://example.com/llm.txt'] }),
      ['- warning The homepage says that https://example.com/llm.txt'],
    ],
    [
      'a file of a site whose name is a word of machines',
      homepage({ describedBy: ['https://openapi.example.com/llms.txt'] }),
      ['- warning The homepage says that https://openapi.example.com/llms.txt'],
    ],
    ['a JSON Schema', homepage({ describedBy: ['https://example.com/schema.json'] }), []],
    ['an OpenAPI description without an ending', homepage({ describedBy: ['https://example.com/openapi'] }), []],
    ['a POWDER document', homepage({ describedBy: ['https://example.com/powder.xml'] }), []],
    ['a feed', homepage({ describedBy: ['https://example.com/feed.rss'] }), []],
    ['a shape without an ending', homepage({ describedBy: ['https://example.com/shacl/shop'] }), []],
    ['a service description', homepage({ describedBy: ['https://example.com/shop.wsdl?v=1'] }), []],
    ['a table of metadata', homepage({ describedBy: ['https://example.com/sales.csv'] }), []],
    ['the file on www', homepage({ describedBy: ['https://www.example.com/llms.txt'] }), []],
    ['the file over http', homepage({ describedBy: ['http://example.com/llms.txt'] }), []],
    ['the file with a slash', homepage({ describedBy: ['https://example.com/llms.txt/'] }), []],
    ['none', homepage({}), []],
  ],
  'no-markdown-alternate': [
    ['none', homepage({}), ['- info The homepage does not point to a Markdown version of itself.']],
    ['one', homepage({ markdownAlternates: ['https://example.com/index.md'] }), []],
  ],
  'full-file-fault': [
    ['a web page', fullFile(200, 'html'), ['- warning /llms-full.txt is a web page. It must be text, or be absent.']],
    ['empty', fullFile(200, 'empty'), ['- warning /llms-full.txt is empty']],
    ['absent', fullFile(404, 'absent'), []],
  ],
  'www-differs': [
    ['two files', { ...answer({}), wwwDiffers: true }, ['- warning The host with www and the host']],
    ['one file', { ...answer({}), wwwDiffers: false }, []],
  ],
};
