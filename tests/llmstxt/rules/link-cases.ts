import type { RuleCase, RuleCases } from './case.ts';
import { answer, file, section } from './case.ts';

/** Cases of rules about list items and link syntax. */
export const linkCases: RuleCases = {
  'item-without-link': [
    ['text', section('- Our guide\n'), ['7:1 warning This item has no link']],
    ['an item with nested links', section('- Guides\n  - [Guide](guide.md)\n'), ['7:1 warning']],
    ['before the sections', file('# Example\n\n- one\n'), []],
  ],
  'bare-url': [
    ['a URL', section('- https://example.com/guide\n'), ['7:3 warning This URL has no name']],
    ['a label and a URL', section('- Guide: https://example.com/guide\n'), ['7:10 warning']],
    ['angle brackets', section('- <https://example.com/guide>\n'), ['7:3 warning']],
    ['a URL in a broken link', section('- [Guide](https://example.com/my guide.html): how to start\n'), []],
    ['in the notes', section('- [Guide](guide.md): as on https://example.com\n'), []],
  ],
  'link-outside-list': [
    ...['• ', '– ', '· ', '● ', '▪', '・', '-', '+', '-- ', '📄 ', '✔️ ', '👩‍💻 ', '» '].map(
      (bullet): RuleCase => [
        `the bullet ${bullet}`,
        section(`${bullet}[the guide](guide.md): how to start\n`),
        [`7:${bullet.length + 1} warning This link is after a bullet that is not Markdown, so parsers do not find it.`],
      ],
    ),
    ...['(', '“', '"', '*', '&', '见', '1 '].map(
      (lead): RuleCase => [
        `a sentence that starts with ${lead}`,
        section(`${lead}[the guide](guide.md) more\n`),
        [`7:${lead.length + 1} warning This link is in a sentence instead of a list, so parsers do not find it.`],
      ],
    ),
    [
      'such a bullet right after an item',
      section('- [Guide](guide.md): how\n-[Start](start.md): why\n• [End](end.md)\n'),
      ['8:2 warning This link is after a bullet that is not', '9:3 warning This link is after a bullet that is not'],
    ],
    ['a sentence', section('See [the guide](guide.md).\n'), ['7:5 warning This link is in a sentence instead']],
    ['a table', section('| [Guide](guide.md) |\n|---|\n'), ['7:3 warning This link is in a table']],
    ['a heading', section('### [Guides](guides.md)\n'), ['7:5 warning This link is in a heading']],
    ['a quote', section('> [Guide](guide.md)\n'), ['7:3 warning This link is in a quote']],
    ['listed as well', section('See [the guide](guide.md).\n\n- [Guide](guide.md)\n'), []],
    ['before the sections', file('# Example\n\nSee [the guide](guide.md).\n'), []],
  ],
  'bullet-style': [
    ['an asterisk', section('* [Guide](guide.md)\n'), ['7:1 info The item starts with "*"']],
    ['a plus', section('+ [Guide](guide.md)\n'), ['7:1 info The item starts with "+"']],
    ['a number', section('1. [A](a.md)\n2. [B](b.md)\n'), ['7:1 info The item starts with "1."', '8:1 info The item']],
    ['a hyphen', section('- [Guide](guide.md)\n'), []],
  ],
  'link-form': [
    ['bold', section('- **[Guide](guide.md)**\n'), ['7:5 warning The link is in bold or italics']],
    ['a reference', section('- [Guide][g]\n\n[g]: guide.md\n'), ['7:3 warning The URL of this link is elsewhere']],
    ['a title', section('- [Guide](guide.md "The guide")\n'), ['7:3 warning The link has a title in quotes']],
    ['angle brackets', section('- [Guide](<guide.md>)\n'), ['7:3 warning The URL starts or ends']],
    ['brackets in the name', section('- [Guide [v2]](guide.md)\n'), ['7:3 warning The name contains a bracket']],
    ['text before', section('- New: [Guide](guide.md)\n'), ['7:3 warning The item starts with "New" instead']],
    [
      'a URL on a later line',
      section('- Ada, founder\n  Profile: https://example.com/ada\n'),
      ['7:3 warning The item starts with "Ada, founder Profile" instead'],
    ],
    ['a URL after a name', section('- Profile: https://example.com/ada\n'), []],
    ['a check box', section('- [x] [Guide](guide.md)\n'), ['7:3 warning The item starts with a check box']],
    [
      'a space between name and URL',
      section('- [Guide] (guide.md)\n- [Guide] (https://example.com/guide.md)\n'),
      ['8:3 warning There is a space between the name and the URL'],
    ],
    ['spaces in a URL', section('- [A](https://a.example/my guide): a\n'), ['7:3 warning Spaces in or after the URL']],
    [
      'lone brackets in the name',
      section('- [One ] two](https://example.com/a)\n- [One [ two](https://example.com/b)\n'),
      ['7:3 warning A bracket without a partner', '8:3 warning A bracket without a partner'],
    ],
    ['an Org link', section('- [[https://example.com/guide][Guide]]\n'), ['7:3 warning This is a link of another']],
    ['swapped brackets', section('- (Guide)[https://example.com/guide]\n'), ['7:3 warning This looks like a link']],
    ['a full stop after the link', section('- [Guide](guide.md).\n'), ['7:3 warning Spaces or marks follow the link']],
    ['a full stop after a URL in a sentence', section('- The map is https://example.com/map.\n'), []],
    ['spaces after the link', section('- [Guide](guide.md)  \n'), ['7:3 warning Spaces or marks follow the link']],
    ['the format', section('- [Guide](guide.md): how to start\n'), []],
  ],
  'notes-separator': [
    ['a hyphen', section('- [Guide](guide.md) - how to start\n'), ['7:20 warning The notes follow "-" instead']],
    ['an em dash', section('- [Guide](guide.md) — how to start\n'), ['7:20 warning The notes follow "—"']],
    ['a full-width colon', section('- [指南](guide.md)：开始\n'), ['7:17 warning The notes follow "："']],
    [
      'a space before the colon',
      section('- [Guide](guide.md) : how to start\n'),
      ['7:20 warning The colon does not follow the link directly'],
    ],
    [
      'a colon on the next line',
      section('- [Guide](guide.md)\n  : how to start\n'),
      ['7:20 warning The colon does not follow'],
    ],
    ['nothing', section('- [Guide](guide.md) how to start\n'), ['7:20 warning The notes follow the link without']],
    ['a sentence', section('- See [the guide](guide.md) before you start\n'), []],
    ['the end of a sentence', section('- See [the guide](guide.md).\n'), []],
    ['the end of a sentence with a URL', section('- The map is https://example.com/map.\n'), []],
    ['a sentence and a dash', section('- See [the guide](guide.md) - how to start\n'), ['7:28 warning']],
    ['a colon without a space', section('- [Guide](guide.md):how to start\n'), []],
  ],
  'wrapped-notes': [
    ['a second line', section('- [Guide](guide.md): how\n  to start\n'), ['7:3 info The item continues']],
    ['an item after a bullet that is not Markdown', section('- [Guide](guide.md): how\n-[Start](start.md)\n'), []],
    ['a second paragraph', section('- [Guide](guide.md): how to start\n\n  More.\n'), []],
  ],
  'empty-link': [
    ['a lone #', section('- [Guide](#)\n'), ['7:3 error This link has no URL.']],
    ['no URL', section('- [Guide]()\n'), ['7:3 error This link has no URL.']],
    ['empty quotes', section('- [Guide]("")\n'), ['7:3 error This link has no URL.']],
    ['an invisible character', section('- [Guide](\u200B)\n'), ['7:3 error This link has no URL.']],
    ['no name', section('- [](guide.md)\n'), ['7:3 error This link has no name.']],
    ['one of three', section('- [Guide]()\n- [Start](start.md)\n- [End](end.md)\n'), ['7:3 warning']],
    ['both parts', section('- [Guide](guide.md)\n'), []],
  ],
  'bad-url': [
    ...['URL', 'url', 'link', 'TODO', '...'].map(
      (href): RuleCase => [`${href} in place of a URL`, section(`- [Guide](${href})\n`), ['7:3 error']],
    ),
    ['a closed port of the own host', section('- [Guide](https://example.com:22/guide)\n'), ['7:3 error']],
    ...['href="https://example.com/"', 'url:https://example.com/', '=https://example.com/'].map(
      (href): RuleCase => [
        `a URL as ${href}`,
        section(`- [Guide](${href})\n- [Start](start.md)\n- [End](end.md)\n`),
        [
          `7:3 warning "${href}" is not a URL that an agent can follow${href.startsWith('url:') ? '' : ': its beginning is mistyped'}.`,
        ],
      ],
    ),
    ['a URL inside of a URL', section('- [Guide](archive/2026/https://example.com/)\n'), []],
    ['half of the links', section('- [Guide](ftp://example.com/)\n- [Start](start.md)\n'), ['7:3 error "ftp:']],
    ['another scheme', section('- [Guide](ftp://example.com/guide)\n'), ['7:3 error "ftp://example.com/guide"']],
    ['a broken URL', section('- [Guide](https://exa[mple.com/)\n'), ['7:3 error "https://exa[mple']],
    ['an email address', section('- [Mail](mailto:us@example.com)\n'), ['7:3 info "mailto:us@example.com" is an']],
    ['a phone number', section('- [Call](tel:+431234)\n'), ['7:3 info "tel:+431234" is a phone number']],
    [
      'a space',
      section('- [Guide](http s://example.com/guide)\n'),
      [
        '7:3 warning "[Guide](http s://example.com/guide)" looks like a link, but a space or bracket in the URL breaks it. Write %20 for a space.',
      ],
    ],
    ['one of three', section('- [Guide](ftp://example.com/)\n- [A](a.md)\n- [B](b.md)\n'), ['7:3 warning "ftp:']],
    ['a relative URL', section('- [Guide](guide.md)\n'), []],
  ],
  'relative-url': [
    ['a value in place of a URL', section('- [Guide](URL)\n'), []],
    ['a path', section('- [Guide](/guide.md)\n'), ['7:3 warning "/guide.md" is a relative URL']],
    ['a fragment', section('- [Guide](#guide)\n'), ['7:3 warning "#guide" is a relative URL']],
    ['without a base', { body: section('- [Guide](/guide.md)\n').body }, ['7:3 warning "/guide.md" is a relative']],
    ['a complete URL', section('- [Guide](https://example.com/guide.md)\n'), []],
  ],
  'duplicate-url': [
    [
      'the same URL',
      section('- [A](guide.md)\n- [B](https://example.com/guide.md)\n'),
      ['8:3 warning This URL is already linked on line 7'],
    ],
    ['another fragment', section('- [Guide](guide.md#a)\n- [Start](guide.md#b)\n'), []],
    ['in a sentence', section('- [Guide](guide.md)\n\nSee [it](guide.md).\n'), []],
  ],
  'no-notes': [
    [
      'some',
      section('- [Guide](guide.md)\n- [Start](start.md): first\n- [End](end.md)\n'),
      ['7:3 info Links without notes in lists: 2 of 3.'],
    ],
    ['one', section('- [Guide](guide.md)\n'), ['7:3 info Links without notes in lists: 1 of 1.']],
    ['none', section('- [Guide](guide.md): how to start\n'), []],
  ],
  'notes-repeat-name': [
    ['the name', section('- [Guide](guide.md): Guide\n'), ['7:3 info The notes only repeat the name "Guide".']],
    ['another case and a period', section('- [Guide](guide.md): guide.\n'), ['7:3 info']],
    ['more than the name', section('- [Guide](guide.md): Guide for beginners\n'), []],
  ],
  'parenthesis-in-url': [
    ['a pair', section('- [Foo](https://example.com/Foo_(bar))\n'), ['7:3 warning Common parsers cut this URL off']],
    ['encoded', section('- [Foo](https://example.com/Foo_%28bar%29)\n'), []],
  ],
  'several-links': [
    ['two', section('- [Guide](guide.md), [Start](start.md)\n'), ['7:22 warning Parsers keep only the first link']],
    ['three', section('- [A](a.md) [B](b.md) [C](c.md)\n'), ['7:13 warning', '7:23 warning']],
    ['a link in the notes', section('- [Guide](guide.md): see [Start](start.md)\n'), []],
  ],
  'nested-list': [
    [
      'one item',
      section('- [Guide](guide.md)\n  - [Start](start.md)\n'),
      ['8:3 info Items nested in another: 1. Parsers'],
    ],
    ['two items', section('- [A](a.md)\n  - [B](b.md)\n  - [C](c.md)\n'), ['8:3 info Items nested in another: 2.']],
    ['a flat list', section('- [A](a.md)\n- [B](b.md)\n'), []],
  ],
  'private-target': [
    ['localhost', section('- [Guide](http://localhost:3000/guide)\n'), ['7:3 warning localhost is a private address']],
    ['a private address', section('- [Guide](https://192.168.1.10/)\n'), ['7:3 warning 192.168.1.10']],
    ['IPv6', section('- [Guide](http://[::1]/)\n'), ['7:3 warning [::1]']],
    ['an internal name', section('- [Guide](https://docs.corp.internal/)\n'), ['7:3 warning docs.corp.internal']],
    ['staging', section('- [Guide](https://staging.example.com/)\n'), ['7:3 warning staging.example.com is a staging']],
    ['a public address', section('- [Guide](https://8.8.8.8/)\n'), []],
    ["the file's host", file('# Example\n\n## Docs\n\n- [A](http://localhost/a)\n', 'http://localhost/llms.txt'), []],
  ],
  'insecure-link': [
    ['http', section('- [Guide](http://example.com/guide)\n'), ['7:3 warning http://example.com/guide is an http URL']],
    ['https', section('- [Guide](https://example.com/guide)\n'), []],
  ],
  'outside-scope': [
    [
      'one link',
      file('# Example\n\n## Docs\n\n- [Blog](https://example.com/blog)\n', 'https://example.com/docs/llms.txt'),
      ['5:3 info 1 link leads outside https://example.com/docs/, the path that this file covers.'],
    ],
    ['two links', file('# A\n\n## B\n\n- [C](/c)\n- [D](/d)\n', 'https://a.example/b/llms.txt'), ['5:3 info 2 links']],
    [
      'inside, and another site',
      file(
        '# Example\n\n## Docs\n\n- [Guide](guide.md)\n- [Paper](https://other.example/)\n',
        'https://example.com/docs/llms.txt',
      ),
      [],
    ],
    ['a file at the root', section('- [Blog](https://example.com/blog)\n'), []],
    [
      'a file at the root that redirects to a path with a slash',
      {
        ...answer({ finalUrl: 'https://example.com/llms.txt/' }),
        body: '# Example\n\n## Docs\n\n- [Blog](https://example.com/blog)\n',
      },
      [],
    ],
  ],
  'nested-index': [
    ['one', section('- [Docs](https://example.com/docs/llms.txt)\n'), ['7:3 info Links to other llms.txt files: 1.']],
    [
      'two',
      section('- [Docs](https://example.com/docs/llms.txt)\n- [API](https://api.example.com/llms.txt)\n'),
      ['7:3 info Links to other llms.txt files: 2.'],
    ],
    ['itself', section('- [This file](https://example.com/llms.txt)\n'), []],
    ['a part of itself', section('- [Top](#example)\n- [New](?v=2)\n'), []],
  ],
};
