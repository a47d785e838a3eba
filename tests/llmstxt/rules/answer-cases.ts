import type { RuleCases } from './case.ts';
import { answer, failure, file, GOOD, header, redirect } from './case.ts';

/** Creates a page with a script of this URL and few words. */
function wall(script: string, text = 'Please wait'): string {
  return `<!doctype html><html><head><script src="${script}"></script></head><body><p>${text}</p></body></html>`;
}

/** Cases of rules about the response. */
export const answerCases: RuleCases = {
  'not-found': [
    ['404', answer({ status: 404 }, 'Not found'), ['- error The server answers 404']],
    ['410', answer({ status: 410 }, null), ['- error The server answers 410: there is no llms.txt at this URL.']],
    ['another client error', answer({ status: 400 }, null), ['- error The server answers 400 instead of the file']],
    ['a refusal', answer({ status: 403 }, null), []],
    ['200', answer({}), []],
  ],
  'other-status': [
    ['a transformed answer', answer({ status: 203 }), ['- error The server answers 203']],
    ['a part of the file', answer({ status: 206 }), ['- error The server answers 206']],
    ['a promise', answer({ status: 202 }, null), ['- error The server answers 202']],
    ['404', answer({ status: 404 }, null), []],
    ['304', answer({ status: 304 }, null), []],
    ['200', answer({}), []],
  ],
  'server-error': [
    ['a request to try again', answer({ status: 425 }, null), ['- error The server answers 425 instead of the file.']],
    ['500', answer({ status: 500 }, null), ['- error The server answers 500 instead of the file.']],
    ['a redirect without a target', answer({ status: 302 }, null), ['- error The server answers 302']],
    ['a forbidden URL', failure('refused-url'), ['- error The URL redirects to a URL that agents cannot open']],
    ['a redirect loop', failure('too-many-redirects'), ['- error The URL redirects too many times']],
    ['a redirect to nowhere', failure('bad-redirect'), ['- error The URL redirects to something']],
    ['a broken content encoding', failure('decoding'), ['- error The body is not in the content encoding']],
    ['failures before an answer, which have rules of their own', failure('tls'), []],
    ['a bot wall', answer({ status: 503 }, '<html><title>Just a moment...</title>'), []],
    ['200', answer({}), []],
  ],
  'dns-fault': [
    ['a name without an address', failure('dns'), ['- error The domain name does not resolve to an address.']],
    [
      'a private address',
      failure('refused-address'),
      ['- error The domain name, or the target of its redirect, is not'],
    ],
    ['another failure', failure('timeout'), []],
    ['200', answer({}), []],
  ],
  'no-answer': [
    ['no connection', failure('connect'), ['- error The server does not accept connections']],
    ['no answer in time', failure('timeout'), ['- error The server did not send the file in time']],
    ['a closed connection', failure('reset'), ['- error The server closed the connection']],
    ['no HTTP', failure('protocol'), ['- error The server sent something that is not an HTTP response.']],
    ['huge headers', failure('too-large'), ['- error The response headers are larger than clients accept.']],
    ['a name without an address, which has a rule of its own', failure('dns'), []],
    ['an error of the server', answer({ status: 500 }, null), []],
    ['200', answer({}), []],
  ],
  'tls-fault': [
    ['a bad certificate', failure('tls'), ['- error The certificate is expired, self-signed, incomplete or issued']],
    ['another failure', failure('dns'), []],
  ],
  blocked: [
    ['401', answer({ status: 401 }, null), ['- unknown The server answers 401 to our crawler']],
    ['403', answer({ status: 403 }, 'No'), ['- unknown The server answers 403']],
    ['429', answer({ status: 429 }, null), ['- unknown The server answers 429']],
    ['451', answer({ status: 451 }, null), ['- unknown The server answers 451']],
    ['402, which asks crawlers for payment', answer({ status: 402 }, 'Pay'), ['- unknown The server answers 402']],
    ['304', answer({ status: 304 }, null), ['- unknown The server reports that nothing has changed and sends no file']],
    ['a bot wall, 503', answer({ status: 503 }, '<html><title>Just a moment...</title>'), ['- unknown A bot check']],
    ['a bot wall with 200', answer({}, '<html><title>Just a moment...</title>'), ['- unknown A bot check']],
    ['a bot wall by its script', answer({}, wall('https://ct.captcha-delivery.com/c.js')), ['- unknown A bot check']],
    ['a bot wall by its frame', answer({}, wall('/_Incapsula_Resource?SWUDNSAI=1')), ['- unknown A bot check']],
    ['a page with the script of Cloudflare', answer({}, wall('/cdn-cgi/challenge-platform/scripts/jsd/main.js')), []],
    ['a long page with a mark', answer({}, wall('/_Incapsula_Resource?SWJIYLWA=1', 'We sell kites. '.repeat(99))), []],
    ['a page about a bot wall', answer({}, wall('/a.js', 'How DataDome, ddos-guard and sgcaptcha work.')), []],
    ['a bot wall that says so in a header', header('cf-mitigated', 'challenge'), ['- unknown A bot check']],
    ['404', answer({ status: 404 }, null), []],
  ],
  'html-body': [
    ['a page', answer({}, '<!doctype html>\n<html><body>Hello</body></html>'), ['1:1 error This is a web page']],
    ['a soft 404', answer({}, '<html><title>404 Not Found</title>'), ['1:1 error This is a "not found" page']],
    ['a page behind Cloudflare', answer({}, wall('/cdn-cgi/challenge-platform/scripts/jsd/main.js')), ['1:1 error']],
    ['a login page', answer({}, '<html><title>Sign in</title>'), ['1:1 error This is a login page']],
    ['an app shell', answer({}, '<!doctype html><div id="root"></div>'), ['1:1 error This is an app shell']],
    ['typed text', file('<!doctype html><html></html>'), ['1:1 error']],
    ['Markdown with HTML in it', file('# Example\n\n<div>Hello</div>\n'), []],
  ],
  'empty-body': [
    ['nothing but white space', file('  \n\n'), ['- error The file is empty']],
    ['nothing at all', { body: null }, ['- error']],
    ['200 without a body', answer({}, null), ['- error']],
    ['204', answer({ status: 204 }, null), []],
    ['a title', file('# Example\n'), []],
  ],
  'other-format': [
    ['JSON', file('{ "name": "Example" }'), ['1:1 error This looks like JSON, not like an llms.txt.']],
    ['an object store', file('<Error><Code>NoSuchKey</Code></Error>\n'), ['1:1 error This looks like XML']],
    ['JSON above a title with links', file('{ "name": "Example" }\n\n# Example\n\n- [Guide](guide.md)\n'), []],
    ['XML', file('<?xml version="1.0"?><urlset></urlset>'), ['1:1 error This looks like XML, not like an llms.txt.']],
    ['robots.txt', file('User-agent: *\nDisallow: /private\n'), ['1:1 error This looks like robots.txt']],
    ['requirements', file('requests==2.32.0\nflask>=3.0\n'), ['1:1 error This looks like a list of package']],
    ['models', file('gpt-5\nclaude-opus\n'), ['1:1 error This looks like a list of language models']],
    ['YAML after dashes', file(`---\n${'site-name: Example\n'.repeat(9)}`), ['1:1 error This looks like YAML']],
    ['a text with labels', file(`Example – for agents\n\nPages:\n${'- Home: https://a.com/\n'.repeat(9)}`), []],
    ['YAML', file('name: Example\nversion: 2\nlinks: none\n'), ['1:1 error This looks like YAML']],
    [
      'notes for agents',
      file('## Ownership\n\nUs.\n\n## Code style\n\nTabs.\n\n## Testing instructions\n\nRun.\n'),
      ['1:1 error This looks like notes for coding agents (AGENTS.md)'],
    ],
    ['Markdown in brackets', file('[Example](https://example.com/)\n'), []],
  ],
  'not-text': [
    ['a PDF', file('%PDF-1.7 ...'), ['- error This is a binary file. An llms.txt is plain text in UTF-8.']],
    ['binary data', { body: new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7]) }, ['- error This is binary data']],
    ['UTF-16 with its mark', { body: new Uint8Array([0xff, 0xfe, 0x23, 0, 0x20, 0, 0x41, 0]) }, []],
  ],
  'parked-page': [
    ['a domain for sale', file('# example.com\n\n> This domain is for sale.\n'), ['1:1 error This is a notice']],
    ['a site to come', file('# Example\n\nComing soon\n'), ['1:1 error This is a page that is not finished yet']],
    [
      'a guide that mentions such domains',
      file(`# Domains\n\n${'What to do when a domain is parked. '.repeat(80)}`),
      [],
    ],
  ],
  'content-type': [
    ['a download', header('content-type', 'application/octet-stream'), ['- warning The file is served']],
    ['HTML', header('content-type', 'text/html; charset=utf-8'), ['- warning The file is served as text/html']],
    ['none', answer({ headers: { etag: '"1"' } }), ['- warning The response has no media type']],
    ['Markdown', header('content-type', 'text/markdown; charset=utf-8'), []],
    ['plain text in capitals', header('content-type', 'Text/Plain'), []],
    ['the field twice', header('content-type', 'text/plain, text/plain; charset=utf-8'), []],
    [
      'text before HTML',
      header('content-type', 'text/plain, text/html'),
      ['- warning The file is served as text/html'],
    ],
    ['text before a word', header('content-type', 'text/plain, utf-8'), []],
  ],
  charset: [
    ['none', header('content-type', 'text/plain'), ['- info The Content-Type header names no charset']],
    [
      'another',
      header('content-type', 'text/plain; charset=gbk'),
      ['- info The Content-Type header names the charset gbk'],
    ],
    ['UTF-8 twice', header('content-type', 'text/plain; charset=utf-8, text/plain; charset=utf-8'), []],
    ['UTF-8 in the first of two fields', header('content-type', 'text/plain; charset=utf-8, text/plain'), []],
    ['UTF-8 in quotes', header('content-type', 'text/plain; charset="UTF-8"'), []],
    ['no text', header('content-type', 'application/octet-stream'), []],
  ],
  'cross-domain-redirect': [
    ['to another domain', redirect('https://other.example.org/llms.txt'), ['- warning A redirect leads']],
    ['to www', redirect('https://www.example.com/llms.txt'), ['- info The URL redirects']],
    ['to another path', redirect('https://example.com/docs/llms.txt'), ['- info The URL redirects']],
    [
      'from http to https',
      answer({
        url: 'http://example.com/llms.txt',
        finalUrl: 'https://example.com/llms.txt',
        chain: ['http://example.com/llms.txt', 'https://example.com/llms.txt'],
      }),
      [],
    ],
    [
      'between two names under co.uk',
      answer({
        url: 'https://a.co.uk/llms.txt',
        finalUrl: 'https://b.co.uk/llms.txt',
        chain: ['https://a.co.uk/llms.txt', 'https://b.co.uk/llms.txt'],
      }),
      ['- warning A redirect leads to a file on another domain, b.co.uk.'],
    ],
  ],
  attachment: [
    ['attachment', header('content-disposition', 'Attachment; filename="a"'), ['- warning The server tells browsers']],
    ['inline', header('content-disposition', 'inline'), []],
  ],
  'too-large': [
    ['a cut body', answer({ truncated: true }), ['- warning The file is larger than 1 MiB']],
    ['more than a mebibyte', file(`# Example\n\n${'word '.repeat(220_000)}`), ['- warning']],
    ['more links than are kept', file(`# Example\n\n${'[](a)'.repeat(30_000)}`), ['- warning The file has too many l']],
    ['an ordinary file', answer({}), []],
  ],
  'no-validators': [
    ['neither header', answer({ headers: { 'content-type': 'text/plain; charset=utf-8' } }), ['- info The response']],
    ['a date', answer({ headers: { 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' } }), []],
    ['no answer', failure('dns'), []],
  ],
  'plain-http': [
    ['http only', answer({ plainHttp: true }), ['- warning The file came over HTTP, not over HTTPS.']],
    ['https', answer({}), []],
  ],
  'other-name': [
    ['capitals', file(GOOD, 'https://example.com/LLMs.txt'), ['- info The file was found at /LLMs.txt']],
    ['the singular', file(GOOD, 'https://example.com/llm.txt'), ['- info The file was found at /llm.txt']],
    ['.well-known', file(GOOD, 'https://example.com/.well-known/llms.txt'), ['- info The file was found at /.well']],
    ['a subpath', file(GOOD, 'https://example.com/docs/llms.txt'), []],
    ['another file of the site', file(GOOD, 'https://example.com/about.txt'), []],
  ],
};
