import type { RuleCase, RuleCases } from './case.ts';
import { file, section } from './case.ts';

const invisible = (place: string, code: string) => `${place} warning There is an invisible character here (U+${code})`;

/** Cases of rules about title, summary, sections and formatting. */
export const structureCases: RuleCases = {
  'no-title': [
    ['no heading', file('> What the site is.\n'), ['1:1 error There is no level-one heading ("# Title")']],
    ...(
      [
        ['a word on its line', 'undefined# Kite\n', 'Text'],
        ['a decoded byte-order mark', 'ï»¿# Kite\n', 'Text'],
        ['a PHP warning on its line', 'Warning: foo() is undefined in /a.php on line 12# Kite\n', 'A PHP message'],
        ['a PHP notice in tags', '<br />\n<b>Notice</b>: x in <b>a.php</b> on line <b>3</b>\n# A\n', 'A PHP message'],
      ] as const
    ).map(
      ([what, text, lead]): RuleCase => [
        what,
        file(text),
        [`1:1 error ${lead} comes before the "# " heading with the title, which should start its line.`],
      ],
    ),
    ['the name of a language in text', file('Docs of C# 12 and F# core.\n'), ['1:1 error There is no']],
    ['a section only', file('## Docs\n\n- [Guide](guide.md)\n'), ['1:1 error There is no']],
    ['an empty heading', file('#\n\nText.\n'), ['1:1 error There is no']],
    ['a title', file('# Example\n'), []],
    ['an underlined title', file('Example\n=======\n'), []],
  ],
  'several-titles': [
    ['a second title', file('# Example\n\n# Docs\n'), ['3:1 warning "Docs" is another level-one heading']],
    ['a third', file('# Example\n\n# Docs\n\n# Blog\n'), ['3:1 warning "Docs" is another', '5:1 warning "Blog"']],
    ['a heading without words', file('# Example\n\n#\n'), []],
    ['a # in code', file('# Example\n\n```\n# comment\n```\n'), []],
  ],
  'content-before-title': [
    ['text', file('Welcome!\n\n# Example\n'), ['1:1 warning Text comes before the "# " heading with the title']],
    [
      'front matter',
      file('---\ntitle: Example\n---\n\n# Example\n'),
      ['1:1 warning Front matter comes before the title. An llms.txt has no front matter.'],
    ],
    ['a comment', file('<!-- made by hand -->\n\n# Example\n'), ['1:1 info A comment comes before the title']],
    ['a list', file('- one\n\n# Example\n'), ['1:1 warning Text comes before']],
    ['PHP output', file('Warning: Undefined variable $x in a.php on line 3\n\n# A\n'), ['1:1 warning A PHP message']],
    [
      'a PHP notice in HTML',
      file(
        '<br />\n<b>Notice</b>:  Undefined index: x in <b>/var/www/llms.php</b> on line <b>3</b><br />\n\n# Example\n',
      ),
      ['1:1 warning A PHP message'],
    ],
    ['a section', file('## Docs\n\n# Example\n'), []],
    ['blank lines', file('\n\n# Example\n'), []],
    ['text and no title', file('Welcome!\n'), []],
  ],
  'heading-space': [
    ['a title', file('#Example\n'), ['1:1 warning "Example" looks like a heading, but without a space after the #']],
    ['a section', file('# Example\n\n##Docs\n'), ['3:1 warning "Docs"']],
    ['a section after a list and a line', file('# Example\n\n- [Guide](guide.md)\n\n##Docs\n'), ['5:1 warning "Docs"']],
    ['a section right after a list', file('# Example\n\n- [Guide](guide.md)\n##Docs\n'), ['4:1 warning "Docs"']],
    ['a section right after prose', file('# Example\n\nWhat it is.\n##Docs\n'), ['4:1 warning "Docs"']],
    [
      'full-width marks',
      file('＃ Example\n\n＃＃Docs\n\n- [Guide](https://example.com/guide): start\n\n＃＃\u3000Blog\n'),
      ['1:1 warning "Example" looks like a heading, but with a full-width', '3:1 warning "Docs"', '7:1 warning "Blog"'],
    ],
    ['a full-width hashtag in the text', file('# Example\n\n＃タグ\n'), []],
    ['a number in the text', file('# Example\n\nSee issue\n##12\n'), []],
    ['marks inside an item', file('# Example\n\n- ##Docs\n'), []],
    ['a hashtag in the text', file('# Example\n\n#example\n'), []],
  ],
  'heading-form': [
    [
      'a heading after the spaces of an item',
      section('- [Guide](guide.md)\n\n  ## Blog\n\n- [Post](post.md)\n- ## Other\n'),
      ['9:3 info Simple parsers do not see a heading after spaces'],
    ],
    ['underlined', file('Example\n=======\n\nDocs\n----\n'), ['1:1 info Simple parsers do not see', '4:1 info Simple']],
    [
      'a line of marks',
      file('# Example\n\n> What it is.\n\n##########\nAbout\n##########\n\n```\n##########\n```\n'),
      [
        '5:1 info Simple parsers read a line of # marks as a section.',
        '7:1 info Simple parsers read a line of # marks',
      ],
    ],
    ['closed', file('# Example #\n'), ['1:1 info The # marks at the end of the heading become part of its text.']],
    ['spaces at the end', file('# Example  \n'), ['1:1 info The spaces']],
    ['a C# title', file('# C#\n'), []],
    ['no words', file('# A\n\n#\n\n## \n\n## <!-- docs -->\n'), ['3:1 info The heading has', '5:1 info', '7:1 info']],
  ],
  'no-summary': [
    ['title and section', file('# Example\n\n## Docs\n'), ['1:1 info There is no quote with a summary']],
    ['a quote', file('# Example\n\n> What it is.\n'), []],
    ['no title', file('## Docs\n'), []],
  ],
  'summary-misplaced': [
    ['after a paragraph', file('# Example\n\nText.\n\n> What it is.\n'), ['5:1 warning The quote with the summary']],
    ['before the title', file('> What it is.\n\n# Example\n'), ['1:1 warning']],
    [
      'after other level-one headings',
      file('# Example\n# https://example.com\n# Updated: May\n\n> What it is.\n'),
      ['5:1 warning The quote with the summary'],
    ],
    ['in a section with text', file('# Example\n\n# Docs\n\nText.\n\n> A quote.\n'), []],
    ['after an empty section', file('# Example\n\n## Docs\n\n> A quote.\n'), []],
    ['after a comment', file('# Example\n\n<!-- summary -->\n\n> What it is.\n'), []],
  ],
  'summary-lines': [
    ['two lines', file('# Example\n\n> What it is,\n> and for whom.\n'), ['3:1 info The summary has 2 lines']],
    ['a lazy line', file('# Example\n\n> What it is,\nand for whom.\n'), ['3:1 info']],
    ['one line', file('# Example\n\n> What it is.\n'), []],
  ],
  'deep-heading': [
    ['level three', section('### Guides\n'), ['7:1 warning "Guides" is below level two, the level of sections.']],
    ['level six', section('###### Guides\n'), ['7:1 warning "Guides" is below level two, the level of sections.']],
    ['in a quote', section('> ### Guides\n'), []],
    ['no words', section('###\n'), []],
  ],
  'no-sections': [
    ['a description', file('# Example\n\n> What it is.\n'), ['- info There is no "## " section']],
    ['level three only', file('# Example\n\n### Docs\n'), ['- info']],
    ['a section', file('# Example\n\n## Docs\n'), []],
  ],
  'section-without-links': [
    ['text only', section('Nothing to follow.\n'), ['5:1 warning The section "Docs" has no links.']],
    ['links in a deeper heading', section('### Guides\n\n- [Guide](guide.md)\n'), []],
    ['a link in a sentence', section('See [the guide](guide.md).\n'), []],
  ],
  'empty-section': [
    ['two headings in a row', section('## Blog\n\n- [Posts](blog.md)\n'), ['5:1 warning There is nothing']],
    ['a comment only', section('<!-- soon -->\n'), ['5:1 warning There is nothing under "Docs".']],
    ['text', section('Soon.\n'), []],
  ],
  'text-in-section': [
    [
      'more blocks in an item',
      section('- [Guide](guide.md)\n\n  A word.\n\n  ```\n  code\n  ```\n'),
      ['9:3 warning This paragraph', '11:3 warning This code block'],
    ],
    ['a paragraph', section('Read these first.\n'), ['7:1 warning This paragraph is']],
    ['a table', section('| a | b |\n|---|---|\n| 1 | 2 |\n'), ['7:1 warning This table']],
    ['a quote', section('> Good to know.\n'), ['7:1 warning This quote']],
    ['code', section('```\nnpm start\n```\n'), ['7:1 warning This code block']],
    ['indented code', section('    npm start\n'), ['7:5 warning This code block']],
    ['a paragraph before the sections', file('# Example\n\nText.\n\n## Docs\n'), []],
  ],
  'break-in-section': [
    ['a definition', section('- [Guide][g]\n\n[g]: guide.md\n'), ['9:1 info This line defines a URL for a label']],
    ['a rule', section('- [Guide](guide.md)\n\n---\n'), ['9:1 info This section contains a horizontal rule.']],
    ['a comment', section('<!-- more below -->\n'), ['7:1 info This section contains a comment.']],
    ['a rule before the sections', file('# Example\n\n---\n\n## Docs\n'), []],
  ],
  'duplicate-section': [
    [
      'the same name',
      section('- [Guide](guide.md)\n\n## Docs\n'),
      ['5:1 warning Common parsers keep only the last section with this title, on line 9.'],
    ],
    ['another case', section('- [Guide](guide.md)\n\n## docs\n'), []],
    ['the same name one level down', section('### Docs\n'), []],
  ],
  'optional-spelling': [
    ...['## Optional {#optional}', '## Optional (skip these)', '## Ｏｐｔｉｏｎａｌ'].map(
      (heading): RuleCase => [
        heading,
        section(`${heading}\n`),
        [`7:1 info Agents skip only a section named exactly "## Optional", not "${heading}".`],
      ],
    ),
    ['a word that starts so', section('## Optionals\n'), []],
    ['lower case', section('## optional\n'), ['7:1 info Agents skip only a section named exactly "## Optional"']],
    ['more words', section('## Optional links:\n'), ['7:1 info Agents skip only a section named exactly']],
    ['another level', section('### Optional\n'), ['7:1 info Agents skip only a section named exactly "## Optional"']],
    [
      'marks around the word',
      section('## **Optional**\n\n## Optional:\n\n## (optional)\n\n## 4. Optional\n'),
      [
        '7:1 info Agents skip only a section named exactly "## Optional", not "## **Optional**".',
        '9:1 info Agents skip only a section named exactly "## Optional", not "## Optional:".',
        '11:1 info Agents skip only a section named exactly "## Optional", not "## (optional)".',
        '13:1 info Agents skip only a section named exactly "## Optional", not "## 4. Optional".',
      ],
    ],
    ['the exact name', section('## Optional\n'), []],
    ['another name', section('## Optional settings\n'), []],
  ],
  'byte-order-mark': [
    ['at the start', file('\uFEFF# Example\n'), ['1:1 info The file starts with a byte-order mark, which hides']],
    ['none', file('# Example\n'), []],
  ],
  crlf: [
    ['Windows', file('# Example\r\n\r\nText.\r\n'), ['1:1 info Lines that end with a carriage return: 3.']],
    ['one line', file('# Example\r\n'), ['1:1 info Lines that end with a carriage return: 1.']],
    ['classic Mac', file('# Example\r\rText.'), ['1:1 info Lines that end with a carriage return: 2.']],
    ['Unix', file('# Example\n'), []],
  ],
  'heading-in-fence': [
    ['a section in code', file('# Example\n\n```\n## Docs\n```\n'), ['4:1 warning A line in a code block starts']],
    ['indented', file('# Example\n\n```\n ## Docs\n```\n'), []],
  ],
  'whole-file-fenced': [
    ['a fenced file', file('```markdown\n# Example\n\nText.\n```\n'), ['1:1 error The whole file']],
    ['a fence that is not closed', file('```\n# Example\n'), ['1:1 error']],
    ['a fence in a file', file('# Example\n\n```\n# comment\n```\n'), []],
    ['a fence with a heading as its label', file('~~~# Example\n## Docs\n'), []],
  ],
  'raw-html': [
    ['a block', section('<div>\n- [Guide](guide.md)\n</div>\n'), ['7:1 warning This is a block of HTML (<div>)']],
    [
      'a comment without an end',
      file('# Example\n\n<!-- To do:\n\n## Docs\n'),
      ['3:1 warning This comment has no end'],
    ],
    ['a comment', section('<!-- To do:\n\n## Docs\n-->\n'), []],
    ['a tag', section('- [Guide](guide.md): <b>new</b>\n'), ['7:22 warning The tag <b>', '7:28 warning The tag </b>']],
    ['a component', section('- [Guide](guide.md): <Card title="B">Go</Card>\n'), ['7:22 warning', '7:40 warning']],
    ['an element', section('- [Guide](guide.md): <script type="application/ld+json">\n'), ['7:22 warning The tag <sc']],
    ['placeholders', section('- [Guide](guide.md): pass <id>, <Name>, List<String>, Map<Key, Value>\n'), []],
    ['code', section('- [Guide](guide.md): `<Card title="a">`\n'), []],
  ],
  mojibake: [
    ['UTF-8 read as Latin-1', section('- [Menu](menu.md): CafÃ©\n'), ['7:23 warning Garbled characters: 1. The text']],
    [
      'replacement characters',
      section('- [Menu](menu.md): Caf\uFFFD and Th\uFFFD\n'),
      ['7:23 warning Garbled characters: 2. The text'],
    ],
    ['Cyrillic read as Windows-1252', section('- [Menu](menu.md): Ð¼ÐµÐ½ÑŽ\n'), ['7:20 warning Garbled']],
    ['Hebrew read as Windows-1252', section('- [Menu](menu.md): ×©×œ×•×\n'), ['7:20 warning Garbled']],
    ['accents', section('- [Menu](menu.md): Café, ÑANDÚ, INFORMAÇÕES, 2×3×4, Ø 5 µm\n'), []],
  ],
  'invisible-characters': [
    ['in a name', section('- [Gu\u200Bide](guide.md)\n'), [invisible('7:6', '200B')]],
    ['a mark in a URL', section('- [\u200FGuide](guide.md\u200F): \u200Fhow to start\n'), [invisible('7:20', '200F')]],
    ['a direction override', section('- [Guide](guide.md): \u202Ereversed\n'), [invisible('7:22', '202E')]],
    ['a control', section('- [Guide](guide.md)\u0007\n'), [invisible('7:20', '0007')]],
    [
      'before a heading',
      section('\uFEFF## Blog\n\u200B- [A](a.md)\n'),
      [invisible('7:1', 'FEFF'), invisible('8:1', '200B')],
    ],
    [
      'spaces that Markdown does not read',
      section('##\u00A0Blog\n\n-\u3000[Guide](guide.md)\n'),
      ['7:3 warning This is not an ordinary space (U+00A0)', '9:2 warning This is not an ordinary space (U+3000)'],
    ],
    ...['\u00A0', '\u3000', '\u3164', '\u2800', '\u034F', '\u2028', '\f', '\0', '\x85'].map((character): RuleCase => {
      const name = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
      return [
        `${name} before a heading and an item`,
        section(`${character}## Blog\n\n${character}- [Guide](guide.md)\n`),
        [7, 9].map(
          (line) =>
            `${line}:1 warning There is an invisible character here (${name}), so parsers do not see the mark after it.`,
        ),
      ];
    }),
    [
      'hidden copies of letters',
      section('- [Guide](guide.md): how\u{E0069}\u{E0067} to start \u{1F3F4}\u{E0067}\u{E0062}\u{E007F}\n'),
      [invisible('7:25', 'E0069')],
    ],
    ['fillers in a name', section('- [Gu\u3164ide](guide.md): \u3164\n'), [invisible('7:6', '3164')]],
    ['a keycap in a text', section('- [Guide](guide.md): press #\uFE0F\u20E3\n'), []],
    ['in a title', file('# Ki\u200Bte\n'), [invisible('1:5', '200B')]],
    ['between words of a script without spaces', section('- [ភាសា\u200Bខ្មែរ](km.md): ពាក្យ\u200Bពីរ\n'), []],
    [
      'at the end of a name and in a URL of such a script',
      section('- [ภาษา\u200Bไทย\u200B](ภาษา\u200Bไทย.md)\n'),
      [invisible('7:12', '200B'), invisible('7:19', '200B')],
    ],
    ['a joiner between emoji', section('- [Family](family.md): \u{1F468}\u200D\u{1F469}\n'), []],
  ],
};
