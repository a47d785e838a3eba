import { mulberry32 } from '../../../../mulberry32.ts';
import { type Item, mapItems, type Outline, readItem, readOutline, toIntroduction, withIntroduction } from './items.ts';
import { BORROWED, FOREIGN_PAGES, KEYWORDS, LEGAL, LOREM, MARKETING, TEMPLATES, VAGUE } from './stock-texts.ts';
import { computeHash, translate } from './translate.ts';

/** Expected effect of an edit: at least 5 points less, more points, or within 3 points. */
export type Expected = 'worse' | 'better' | 'equal';

/** File before and after the edit. Edits that repair start with the damaged file. */
export interface Edited {
  readonly before: string;
  readonly after: string;
}

export interface Edit {
  readonly kind: string;
  readonly expected: Expected;
  /** True if the edited file is useless to readers. */
  readonly saysNothing?: true;
  /** Edits a text. Returns null if the edit does not apply to the file. */
  apply(text: string, random: () => number): Edited | null;
}

const MIN_ITEMS = 8;
/** Most characters of a file that stays digestible after an edit that makes it half as long again. */
const MAX_EXTENDED = 25_000;
const described = ({ notes }: Item) =>
  !/(?:\.\.\.|…)\W*$/.test(notes) &&
  (notes.split(/\s+/).length >= 4 || /[^\p{Script=Latin}\p{P}\p{N}\s]{8}/u.test(notes));

/** Reports whether at least half of the items have useful notes. */
function areDescribed(items: readonly Item[]): boolean {
  return new Set(items.filter(described).map(({ notes }) => notes)).size >= items.length / 2;
}

/** Creates an edit of the items, for files with useful notes on at least half of them. */
function ofNotes(
  kind: string,
  change: (items: readonly Item[], random: () => number) => (item: Item, at: number) => Item,
): Edit {
  return {
    kind,
    expected: 'worse',
    apply: (text, random) => {
      const outline = readOutline(text);
      const { items } = outline;
      if (items.length < MIN_ITEMS || !areDescribed(items)) return null;
      return { before: text, after: mapItems(outline, change(items, random)) };
    },
  };
}

/** Reports whether text other than headings is between the introduction and the first item. */
function hasFurtherProse({ lines, listStart }: Outline): boolean {
  const first = lines.findIndex((line) => readItem(line) !== null);
  return lines.slice(listStart, first).some((line) => !/^\s*$|^#/.test(line));
}

/** Creates an edit of the introduction, for files that have one. */
function ofIntroduction(kind: string, write: (outline: Outline, random: () => number) => string): Edit {
  return {
    kind,
    expected: 'worse',
    apply: (text, random) => {
      const outline = readOutline(text);
      if (
        outline.items.length < MIN_ITEMS ||
        toIntroduction(outline).split(/\s+/).length < 25 ||
        hasFurtherProse(outline)
      )
        return null;
      return { before: text, after: withIntroduction(outline, write(outline, random)) };
    },
  };
}

/** Creates an edit of a whole file with enough items. */
function ofFile(
  kind: string,
  expected: Expected,
  change: (outline: Outline, random: () => number) => string | null,
): Edit {
  return {
    kind,
    expected,
    apply: (text, random) => {
      const outline = readOutline(text);
      if (outline.items.length < MIN_ITEMS) return null;
      const after = change(outline, random);
      return after === null || after === text ? null : { before: text, after };
    },
  };
}

/** Reverses an edit that damages a file. */
function mended(kind: string, damage: Edit): Edit {
  return {
    kind,
    expected: 'better',
    apply: (text, random) => {
      const damaged = damage.apply(text, random);
      return damaged && { before: damaged.after, after: text };
    },
  };
}

const anyOf = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const order = [...list];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
}

const numberedNames = ofFile('half of the names numbered', 'worse', (outline) =>
  mapItems(outline, (item, at) => (at % 2 === 0 ? { ...item, name: `Page ${at / 2 + 1}` } : item)),
);

const noise = ofFile('noise', 'worse', (outline) => {
  const site = new URL(URL.parse(outline.items[0]?.url ?? '')?.href ?? 'https://example.com/').origin;
  const entries = [
    ...['404', 'thank-you', 'my-account', 'hello-world', 'sample-page', 'test-page'].map(
      (page) => `- [${page.replace('-', ' ')}](${site}/${page})`,
    ),
    ...outline.items
      .slice(0, Math.max(10, Math.ceil(outline.items.length / 3)))
      .map(({ name, url }) => `- [${name}](${url})`),
  ];
  return [...outline.lines, '', '## More', '', ...entries].join('\n');
});

const noSummary = ofIntroduction('introduction taken out', () => '');

/** Returns sections of level 2 or 3 with their lines. */
function listSections({ lines, listStart }: Outline): string[][] {
  const sections: string[][] = [];
  for (const line of lines.slice(listStart)) {
    if (/^#{2,3}\s/.test(line) || sections.length === 0) sections.push([line]);
    else sections.at(-1)?.push(line);
  }
  return sections;
}

const toTitle = (lines: readonly string[]) => lines.find((line) => /^\uFEFF?#\s/.test(line))?.replace(/^\W+/, '') ?? '';
const isLatin = (text: string) => (text.match(/\p{Script=Latin}/gu)?.length ?? 0) > text.length / 3;
const translated = (language: 'de' | 'es' | 'ja'): Edit =>
  ofFile(`translated (${language})`, 'equal', ({ lines }) => {
    const text = lines.join('\n');
    return isLatin(text) ? translate(text, language) : null;
  });

const slogan = (random: () => number) =>
  `${anyOf(MARKETING.beginnings, random)} ${anyOf(MARKETING.middles, random)} ${anyOf(MARKETING.ends, random)}`;

/** Applies an edit to the translation of a file. */
function inLanguage(language: keyof typeof LANGUAGES, { kind, expected, apply }: Edit): Edit {
  return {
    kind: `${kind}, ${LANGUAGES[language]}`,
    expected,
    apply: (text, random) => {
      const edited = isLatin(text) ? apply(text, random) : null;
      return edited && { before: translate(edited.before, language), after: translate(edited.after, language) };
    },
  };
}
const LANGUAGES = { ja: 'Japanese', es: 'Spanish' };

const swappedNotes = ofNotes('notes swapped', (items, random) => {
  const notes = shuffled(
    items.map((item) => item.notes),
    random,
  );
  return (item, at) => ({ ...item, notes: notes[at] ?? '' });
});
const repeatedNotes = ofNotes('one note for all', (items) => (item) => ({ ...item, notes: items[0]?.notes ?? '' }));

const emptyNotes = ofNotes('notes that say nothing', (_, random) => (item) => ({ ...item, notes: slogan(random) }));
const foreignNotes = ofNotes('notes of other subjects', (_, random) => (item) => ({
  ...item,
  notes: anyOf(FOREIGN_PAGES, random)[2],
}));

const EMPTY_HEADINGS = ['More', 'Links', 'Other', 'Further links', 'Information', 'Pages', 'Content', 'Overview'];

export const EDITS: readonly Edit[] = [
  emptyNotes,
  inLanguage('es', emptyNotes),
  swappedNotes,
  inLanguage('ja', swappedNotes),
  ofNotes('notes moved by one', (items) => (item, at) => ({
    ...item,
    notes: items[(at + 1) % items.length]?.notes ?? '',
  })),
  repeatedNotes,
  inLanguage('ja', repeatedNotes),
  foreignNotes,
  inLanguage('ja', foreignNotes),
  inLanguage('es', foreignNotes),
  ofNotes('slogans with names as notes', (_, random) => (item) => ({
    ...item,
    notes: `${item.name}: ${slogan(random)}`,
  })),
  ofNotes('notes that restate names', (_, random) => (item) => ({
    ...item,
    notes: anyOf(
      [
        `This page is about ${item.name}.`,
        `${item.name} page`,
        `Learn more about ${item.name} here.`,
        `Read about ${item.name} on our website.`,
      ],
      random,
    ),
  })),
  ofNotes('notes of metadata', (_, random) => (item) => ({
    ...item,
    notes: `Published: 2024-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 9)} | Author: ${anyOf(['Jane Roe', 'Max Lee', 'Ana Silva'], random)} | Category: ${anyOf(['News', 'General', 'Blog'], random)} | Reading time: ${1 + Math.floor(random() * 9)} min`,
  })),
  ofNotes('notes of keywords', (_, random) => (item) => ({
    ...item,
    notes: shuffled(KEYWORDS, random).slice(0, 7).join(', '),
  })),
  ofNotes('notes taken out', () => (item) => ({ ...item, notes: '' })),
  ofFile('links shuffled among sections', 'worse', (outline, random) => {
    const sections = listSections(outline).map((section) => section.filter((line) => readItem(line) !== null).length);
    if (sections.filter((items) => items >= 3).length < 3) return null;
    const items = shuffled(outline.items, random);
    return mapItems(outline, (_, at) => items[at] as Item);
  }),
  ofFile('headings without content', 'worse', (outline) => {
    const sections = listSections(outline).map((section) => section.filter((line) => readItem(line) !== null).length);
    if (sections.filter((items) => items >= 3).length < 3) return null;
    let at = 0;
    return outline.lines
      .map((line) =>
        line.replace(/^(#{2,6}\s).*/, (_, mark) => `${mark}${EMPTY_HEADINGS[at++ % EMPTY_HEADINGS.length]}`),
      )
      .join('\n');
  }),
  ofFile('one page under many anchors', 'worse', (outline) => {
    const page = outline.items.find(({ url }) => /^https?:/.test(url))?.url.replace(/#.*/, '');
    if (page === undefined) return null;
    return mapItems(outline, (item) => ({ ...item, url: `${page}#${item.name.toLowerCase().replace(/\W+/g, '-')}` }));
  }),
  numberedNames,
  ofFile('one name for all', 'worse', (outline) => {
    const name = toTitle(outline.lines) || 'Home';
    return mapItems(outline, (item) => ({ ...item, name }));
  }),
  ofFile('two names in turn', 'worse', (outline) =>
    mapItems(outline, (item, at) => ({ ...item, name: at % 2 === 0 ? 'Product page' : 'Documentation page' })),
  ),
  ofFile('private addresses', 'worse', (outline) =>
    mapItems(outline, (item) => ({ ...item, url: item.url.replace(/^https?:\/\/[^/]+/, 'https://staging.internal') })),
  ),
  ofFile('off-topic links added', 'worse', ({ lines }, random) => {
    const pages = shuffled(FOREIGN_PAGES, random).map(([name, url, notes]) => `- [${name}](${url}): ${notes}`);
    return [...lines, '', '## Partners', '', ...pages].join('\n');
  }),
  ofFile('off-topic links without notes added', 'worse', ({ lines }, random) => {
    const pages = shuffled(FOREIGN_PAGES, random).map(([name, url]) => `- [${name}](${url})`);
    return [...lines, '', '## Partners', '', ...pages].join('\n');
  }),
  ofNotes('words of each note shuffled', (_, random) => (item) => ({
    ...item,
    notes: shuffled(item.notes.split(' '), random).join(' '),
  })),
  ofNotes('words of all notes shuffled', (items, random) => {
    const words = shuffled(
      items.flatMap(({ notes }) => notes.split(' ')),
      random,
    );
    let next = 0;
    return (item) => ({ ...item, notes: item.notes.replace(/[^ ]+/g, () => words[next++] ?? '') });
  }),
  ofNotes('addresses shuffled', (items, random) => {
    const urls = shuffled(
      items.map(({ url }) => url),
      random,
    );
    return (item, at) => ({ ...item, url: urls[at] ?? '' });
  }),
  {
    saysNothing: true,
    ...ofFile('lorem ipsum', 'worse', (outline, random) => {
      const say = (words: number) => Array.from({ length: words }, () => anyOf(LOREM, random)).join(' ');
      const changed = mapItems(outline, (item) => ({ ...item, name: say(2), notes: `${say(9)}.` }));
      return changed
        .split('\n')
        .map((line) =>
          readItem(line) !== null || /^\s*$/.test(line) ? line : line.replace(/\p{L}+/gu, () => anyOf(LOREM, random)),
        )
        .join('\n');
    }),
  },
  {
    saysNothing: true,
    ...ofFile('words shuffled', 'worse', ({ lines }, random) => {
      const parts = lines.join('\n').split(/(\]\([^)]*\)|https?:\/\/\S+)/);
      const word = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu;
      const words = shuffled(
        parts.flatMap((part, at) => (at % 2 === 0 ? (part.match(word) ?? []) : [])),
        random,
      );
      let next = 0;
      return parts.map((part, at) => (at % 2 === 0 ? part.replace(word, () => words[next++] ?? '') : part)).join('');
    }),
  },
  ofIntroduction('vague introduction', (_, random) => `> ${shuffled(VAGUE, random).slice(0, 4).join(' ')}`),
  ofIntroduction('praise of the site as introduction', ({ lines }) => {
    const title = toTitle(lines);
    return `> ${title} is the leading choice of people who expect more. ${title} combines passion, trust and experience, delivers outstanding results and helps everybody reach their goals faster.`;
  }),
  ofIntroduction('introduction of another site', (_, random) => `> ${anyOf(BORROWED, random)}`),
  ofIntroduction('introduction that repeats the title', ({ lines }) => {
    const title = toTitle(lines);
    return `> ${title}. Welcome to ${title}. This is the website of ${title}. Here you find ${title}.`;
  }),
  ofIntroduction('introduction of keywords', ({ items }, random) => {
    const words = items.flatMap(({ name }) => name.match(/\p{L}{4,}/gu) ?? []);
    return `> ${shuffled([...new Set(words)], random)
      .slice(0, 24)
      .join(', ')}`;
  }),
  ofIntroduction('introduction of keywords without commas', ({ items }, random) => {
    const words = items.flatMap(({ name }) => name.match(/\p{L}{4,}/gu) ?? []);
    return Array.from({ length: 30 }, () => anyOf(words, random)).join(' ');
  }),
  ofIntroduction('legal text as introduction', (_, random) => shuffled(LEGAL, random).slice(0, 4).join(' ')),
  ofIntroduction('template as introduction', (_, random) => anyOf(TEMPLATES, random)),
  noSummary,
  mended('noise removed', noise),
  mended('introduction added', noSummary),
  mended('names repaired', numberedNames),
  ofFile('sections in another order', 'equal', (outline) => {
    const sections = listSections(outline);
    if (sections.length < 3) return null;
    return [
      ...outline.lines.slice(0, outline.listStart),
      ...sections.toReversed().flatMap((section) => [...section, '']),
    ].join('\n');
  }),
  ofFile('headings of one level', 'equal', ({ lines }) => {
    if (!lines.some((line) => /^#{3,6}\s/.test(line))) return null;
    return lines.map((line) => line.replace(/^#{3,6}(?=\s)/, '##')).join('\n');
  }),
  ofFile('pairs of small sections joined', 'equal', (outline) => {
    const sections = listSections(outline);
    const isSmall = (section: readonly string[] | undefined) => {
      const items = section?.filter((line) => readItem(line) !== null).length ?? 0;
      return (
        items >= 2 &&
        items <= 4 &&
        section?.every((line) => line === '' || /^##\s/.test(line) || readItem(line) !== null)
      );
    };
    const joined: string[][] = [];
    for (let at = 0; at < sections.length; at++) {
      const [one = [], other = []] = [sections[at], sections[at + 1]];
      if (isSmall(one) && isSmall(other)) {
        joined.push([
          `${one[0]} and ${(other[0] ?? '').replace(/^#+\s*/, '')}`,
          ...one.slice(1).filter(Boolean),
          ...other.slice(1),
        ]);
        at++;
      } else joined.push(one);
    }
    if (joined.length === sections.length) return null;
    return [...outline.lines.slice(0, outline.listStart), ...joined.flat()].join('\n');
  }),
  ofFile('plain addresses in place of links', 'equal', (outline) =>
    mapItems(
      outline,
      ({ bullet, name, url, notes }) =>
        `${bullet.replaceAll('*', '-').replace(/-+\s/, '- ').replace(/\s-+$/, ' ')}${name}: ${url}${notes === '' ? '' : ` - ${notes}`}`,
    ),
  ),
  ofFile('names before their links', 'equal', (outline) =>
    mapItems(outline, (item) =>
      /[:–—]/.test(item.name)
        ? item
        : `- **${item.name}** – [here](${item.url})${item.notes === '' ? '' : `: ${item.notes}`}`,
    ),
  ),
  ofFile('praise after notes', 'equal', (outline, random) =>
    areDescribed(outline.items) && outline.lines.join('\n').length < MAX_EXTENDED
      ? mapItems(outline, (item) => ({ ...item, notes: `${item.notes.replace(/\.?$/, '.')} ${slogan(random)}` }))
      : null,
  ),
  ofFile('notes in a line below', 'equal', (outline) => {
    if (outline.items.filter(described).length < MIN_ITEMS) return null;
    return mapItems(
      outline,
      (item) =>
        `${item.bullet}[${item.name}](${item.url})${item.bullet.endsWith('**') ? '**' : ''}${item.notes === '' ? '' : `\n  ${item.notes}`}`,
    );
  }),
  ofFile('endpoints in place of links', 'equal', (outline) =>
    mapItems(outline, (item) => {
      const path = URL.parse(item.url)?.pathname;
      if (path === undefined || path.length < 3) return item;
      return `${item.bullet.replaceAll('*', '').trimEnd() || '-'} ${item.name}: \`GET ${path}\`${item.notes === '' ? '' : ` - ${item.notes}`}`;
    }),
  ),
  translated('de'),
  translated('es'),
  translated('ja'),
];

/** Creates pseudorandom numbers from 0 to 1, which are equal for a file and kind. */
export function randomFor(kind: string, file: string): () => number {
  return mulberry32(computeHash(`${kind} ${file}`));
}
