import { describe, expect, it } from 'vitest';
import type { PartId } from '#llmstxt';
import { assess, toPart, wordsFor } from './quality-text.ts';

const PAGES = [
  ['Prices', 'prices of bikes by hour, day and week'],
  ['Booking', 'booking a bike for a day, confirmed by mail'],
  ['Stations', 'stations with addresses, opening hours and maps'],
  ['Batteries', 'range of batteries and where to charge them'],
  ['Trailers', 'trailers for children or dogs, with weights'],
  ['Deposits', 'deposits, damage and late return'],
  ['Insurance', 'insurance cover, and steps after an accident'],
  ['Routes', 'routes along the river with length and climb'],
  ['Repairs', 'repairs of flat tires, chains and brakes'],
  ['Vouchers', 'vouchers as gifts, valid for three years'],
  ['Groups', 'groups of schools and firms, with guides'],
  ['Jobs', 'jobs for mechanics and students'],
] as const;
const INTRODUCTION =
  'Bike rental in Graz: stations, routes along the river, trailers for children, and repairs of tires and brakes. Prices include insurance; deposits are due at the station. Groups of schools get guides.';

type Entry = readonly [name: string, notes: string, url?: string];

function fileWith(entries: readonly Entry[], introduction = INTRODUCTION): string {
  const items = entries.map(([name, notes, url]) => `- [${name}](${url ?? `/${name.toLowerCase()}`}): ${notes}`);
  return `# Graz Bikes\n\n> ${introduction}\n\n## Rent\n\n${items.join('\n')}\n`;
}

const computeScore = (text: string): number => assess(text).score;
const good = computeScore(fileWith(PAGES));

describe('quality', () => {
  it('accepts notes that share a word with their page', () => {
    expect(toPart(fileWith(PAGES), 'descriptions')).toMatchObject({ score: 95 });
    expect(good).toBeGreaterThan(75);
  });

  it('falls if notes belong to other pages', () => {
    const swapped = PAGES.map(([name], at): Entry => [name, PAGES[(at + 5) % PAGES.length]?.[1] ?? '']);
    expect(computeScore(fileWith(swapped))).toBeLessThanOrEqual(good - 5);
    expect(toPart(fileWith(swapped), 'descriptions').reason).toContain('no distinctive word');
  });

  it.each([1, 11])('falls if each note names its page, but describes the page %i places further', (places) => {
    const moved = PAGES.map(([name], at): Entry => {
      const [other, notes] = PAGES[(at + places) % PAGES.length] ?? ['', ''];
      return [
        `${name} ${wordsFor(at, 1)}`,
        `${at % 2 === 0 ? name : ''} ${other}, ${notes}, ${wordsFor((at + places) % PAGES.length, 1)}`,
        `/${at}`,
      ];
    });
    expect(toPart(fileWith(moved), 'descriptions').score).toBeLessThan(70);
  });

  it('falls if the notes of eight pages are exchanged', () => {
    const few = PAGES.slice(0, 8);
    const moved = few.map(([name], at): Entry => [name, few[(at + 3) % few.length]?.[1] ?? '']);
    expect(toPart(fileWith(few), 'descriptions').score).toBeGreaterThan(90);
    expect(toPart(fileWith(moved), 'descriptions').score).toBeLessThan(50);
  });

  it('accepts notes with links to other pages', () => {
    const linked = PAGES.map(([name, notes], at): Entry => {
      const other = PAGES[(at + 1) % PAGES.length]?.[0] ?? '';
      return [name, `see [${other}](/${other.toLowerCase()}) for ${notes}`];
    });
    expect(toPart(fileWith(linked), 'descriptions').reason).not.toContain('no distinctive word');
  });

  it('accepts notes that resemble other pages more, if most of them name their page', () => {
    const names = PAGES.map(([name], at) => `${name} ${wordsFor(at + 50, 1)}`);
    const related = PAGES.map(([name], at): Entry => {
      const own = at % 4 === 0 ? '' : name;
      return [names[at] ?? '', `${own} with ${names[(at * 5 + 3) % names.length]}, ${wordsFor(at, 3)}`, `/${name}`];
    });
    expect(toPart(fileWith(related), 'descriptions').reason).toBe('Of 12 pages, 12 have useful notes.');
  });

  it('falls if all notes paraphrase one claim', () => {
    const claims = ['a better way to work', 'excellence every day', 'great solutions that simply work'];
    const empty = PAGES.map(([name], at): Entry => [name, `Discover ${claims[at % 3]} with our trusted team ${at}`]);
    expect(computeScore(fileWith(empty))).toBeLessThanOrEqual(good - 5);
  });

  it('counts no words that many notes repeat', () => {
    const slogans = ['with solutions around your needs', 'through passion and innovation', 'by trusted experts'];
    const empty = PAGES.map(([name], at): Entry => [name, `${name} ${slogans[at % 3]}`]);
    const { score, reason } = toPart(fileWith(empty), 'descriptions');
    expect(score).toBeLessThan(30);
    expect(reason).toContain('12 notes add only words that other notes repeat.');
    const praised = PAGES.map(([name, notes], at): Entry => [name, `${notes}. Made ${slogans[at % 3]}.`]);
    expect(Math.abs(computeScore(fileWith(praised)) - good)).toBeLessThanOrEqual(3);
  });

  it('does not count a repeated name as a word of the notes', () => {
    const unrelated = PAGES.map(([name], at): Entry => [name, `${name}: ${wordsFor(at, 6)}`]);
    expect(computeScore(fileWith(unrelated))).toBeLessThanOrEqual(good - 5);
    const useful = PAGES.map(([name, notes]): Entry => [name, `${name} – ${notes}`]);
    expect(Math.abs(computeScore(fileWith(useful)) - good)).toBeLessThanOrEqual(3);
  });

  it('accepts notes that add to names without repetition', () => {
    const complementary = PAGES.map(([, notes], at): Entry => [wordsFor(at, 1), notes]);
    expect(toPart(fileWith(complementary), 'descriptions').score).toBeGreaterThan(90);
  });

  it('does not count dates and authors as notes', () => {
    const dated = PAGES.map(([name], at): Entry => [name, `Published: 2024-05-0${at % 9} | Author: Jane Roe`]);
    expect(toPart(fileWith(dated), 'descriptions').score).toBeLessThan(20);
  });

  it('counts the anchors of a page as one page', () => {
    const anchors = PAGES.map(([name, notes]): Entry => [name, notes, `/all#${name}`]);
    expect(toPart(fileWith(anchors), 'coverage').reason).toBe('The file names 1 page.');
    expect(assess(fileWith(anchors)).limit?.reason).toContain('with 1 page');
  });

  it('falls with unrelated pages of other sites, and names their lines', () => {
    const foreign: Entry[] = [
      ['Casino bonus', 'free spins and jackpots compared', 'https://luckyspins.net/bonus'],
      ['Chess openings', 'gambits for beginners', 'https://sixtyfour.org/chess'],
      ['Tarot meanings', 'major arcana reversed', 'https://arcana.info/tarot'],
      ['Sourdough', 'dense loaves and pale crusts', 'https://crumb.net/sourdough'],
    ];
    const { limit } = assess(fileWith([...PAGES, ...foreign]));
    expect(limit?.reason).toContain('4 of 16 pages are on other sites');
    expect(limit?.lines).toEqual([19, 20, 21, 22]);
  });

  it('finds unrelated pages at the end of a long file', () => {
    const own = Array.from(
      { length: 300 },
      (_, at): Entry => [`Route ${wordsFor(at, 1)}`, `along the ${wordsFor(at, 2)}`],
    );
    const foreign = [1, 2, 3, 4, 5, 6].flatMap((at) =>
      Array.from(
        { length: 5 },
        (_, page): Entry => [
          wordsFor(at * 100 + page, 3),
          wordsFor(at * 100 + page + 50, 4),
          `https://${wordsFor(at + 900, 1)}.net/${wordsFor(at * 100 + page, 1)}`,
        ],
      ),
    );
    expect(assess(fileWith([...own, ...foreign])).limit?.reason).toContain('of the 250 pages read are on other sites');
  });

  it('does not count pages of a URL shortener if they are many', () => {
    const entries = (short: number) =>
      PAGES.map(([name, notes], at): Entry => [name, notes, at < short ? `https://sho.rt/x${at}Yz${at}` : `/${name}`]);
    expect(assess(fileWith(entries(6))).limit?.reason).toContain('6 of 12 pages are on other sites');
    expect(assess(fileWith(entries(3))).limit).toBeNull();
    const slugs = PAGES.map(
      ([name, notes]): Entry => [
        name,
        notes,
        `https://docs.bikes.net/verleih-${wordsFor(name.length, 1)}${name.toLowerCase()}`,
      ],
    );
    expect(assess(fileWith(slugs)).limit).toBeNull();
  });

  it('accepts profiles of the site on other hosts, even if their names contain a number', () => {
    const hosts = ['facebook.com', 'instagram.com', 'youtube.com', 'tiktok.com', 'x.com', 'pinterest.com'];
    const profiles = hosts.map((host): Entry => [host, 'news', `https://${host}/graz2bikes`]);
    expect(assess(fileWith([...PAGES, ...profiles])).limit).toBeNull();
  });

  it('accepts related pages of other sites', () => {
    const related: Entry[] = [
      ['Graz Bikes on GitHub', 'code of the booking form', 'https://github.com/graz-bikes/booking'],
      ['River routes', 'routes along the river Mur as maps', 'https://trails.org/mur'],
    ];
    expect(assess(fileWith([...PAGES, ...related])).limit).toBeNull();
  });

  it('accepts a tenth of pages of other sites without a word of the file', () => {
    const hosts = ['luckyspins.net', 'sixtyfour.org', 'arcana.info', 'crumb.net'];
    const foreign = hosts.map((host): Entry => [`Casino ${host}`, 'jackpots, gambits, tarot', `https://${host}/x`]);
    const own = Array.from({ length: 4 }, (_, at) =>
      PAGES.map(([name, notes]): Entry => [`${name} ${'abcd'[at]}`, notes]),
    );
    expect(toPart(fileWith([...own.flat(), ...foreign]), 'coverage').reason).not.toContain('do not count');
  });

  it('falls with names that differ by a number alone, but not with dates and versions', () => {
    const named = (name: (at: number) => string) =>
      fileWith(PAGES.map(([, notes], at): Entry => [name(at), notes, `/p${at}`]));
    expect(assess(named((at) => `Page ${at}`)).limit?.reason).toContain('names that do not distinguish pages');
    expect(assess(named((at) => `Release 2.${at}`)).limit).toBeNull();
    const encoders = PAGES.map(([, notes], at): Entry => [`Base${at + 10} encoder`, notes, `/base${at + 10}-encoder`]);
    expect(assess(fileWith(encoders)).limit).toBeNull();
    const tires = PAGES.map(([, notes], at): Entry => [`185/70R${at + 10}`, notes, `/18570R${at + 10}_Tires`]);
    expect(assess(fileWith(tires)).limit).toBeNull();
  });

  it('accepts names with content if their URLs have the same numbers', () => {
    const trucks = PAGES.map(([, notes], at): Entry => [`${at + 2} ton trucks`, notes, `/${at + 2}-ton-trucks`]);
    expect(assess(fileWith(trucks)).limit).toBeNull();
    const farm = PAGES.map(([, notes], at): Entry => [`Rental ${at}`, notes, `https://rental-${at}.com/`]);
    expect(assess(fileWith(farm)).limit?.reason).toContain('names that do not distinguish pages');
  });

  it('falls with repeated names without content', () => {
    const unnamed = PAGES.map(([name, notes], at): Entry => [at % 2 ? 'Read more' : 'Click here', notes, `/${name}`]);
    expect(computeScore(fileWith(unnamed))).toBeLessThanOrEqual(good - 5);
  });

  it.each(['$1: [link]($2) - ', '**$1** – [here]($2): ', '$1: https://example.com$2 - '])(
    'accepts a name before its link: %s',
    (form) => {
      const text = fileWith(PAGES).replace(/\[([^\]]+)\]\(([^)]+)\): /g, form);
      expect(Math.abs(computeScore(text) - good)).toBeLessThanOrEqual(3);
      expect(assess(text).limit).toBeNull();
    },
  );

  it('accepts a long text or a paragraph before each link', () => {
    const about = (name: string) => `${name} of all city bikes, trailers, helmets and locks for rent`;
    const items = PAGES.map(([name, notes]) => `- **${about(name)}** – [here](/${name}): ${notes}`);
    const cards = PAGES.map(([name, notes]) => `${name}: ${notes}.\n\n[Read more](/${name})`);
    for (const list of [items, cards])
      expect(assess(`# Graz Bikes\n\n> ${INTRODUCTION}\n\n## Rent\n\n${list.join('\n\n')}\n`).limit).toBeNull();
  });

  it('accepts a repeated name without content under a heading for each page', () => {
    const sections = PAGES.map(([name, notes]) => `## ${name}\n\n${notes}\n\n- [Read more](/${name})`);
    expect(assess(`# Graz Bikes\n\n> ${INTRODUCTION}\n\n${sections.join('\n\n')}\n`).limit).toBeNull();
  });

  it('stays low if names and notes belong to other URLs', () => {
    const moved = PAGES.map(([name, notes], at): Entry => [name, notes, `/${PAGES[(at + 5) % PAGES.length]?.[0]}`]);
    expect(computeScore(fileWith(moved))).toBeLessThan(25);
  });

  it('stays low if each name and its notes have the URL of a neighbor that resembles it', () => {
    const about = ['Prices', 'Booking', 'Insurance'];
    const things = ['bikes', 'trailers', 'helmets', 'locks', 'maps', 'bags'];
    const entries = things.flatMap((thing) => about.map((name) => [`${name} of ${thing}`, thing, name] as const));
    const toFile = (by: number) =>
      fileWith(
        entries.map(([name, thing], at): Entry => {
          const [, otherThing, otherName] = entries[(at + by) % entries.length] ?? [];
          return [name, `${name} with all ${thing}`, `/${otherThing}/${otherName?.toLowerCase()}`];
        }),
      );
    expect(computeScore(toFile(0))).toBeGreaterThan(50);
    expect(computeScore(toFile(1))).toBeLessThan(25);
  });

  it('stays low if names come from another site', () => {
    const foreign = PAGES.map(([name, notes], at): Entry => [wordsFor(at, 2), notes, `/${name.toLowerCase()}`]);
    expect(computeScore(fileWith(foreign))).toBeLessThan(25);
    const german = PAGES.map(([name], at): Entry => [wordsFor(at, 2), wordsFor(at + 20, 6), `/${name.toLowerCase()}`]);
    expect(assess(fileWith(german)).limit).toBeNull();
  });

  it('accepts two languages with equal URLs below a folder', () => {
    const german = PAGES.map(([name, notes]): Entry => [`${name} (German)`, notes, `/de/${name.toLowerCase()}`]);
    expect(assess(fileWith([...PAGES, ...german])).limit).toBeNull();
  });

  it('falls with names of signs', () => {
    const signs = PAGES.map(([name, notes], at): Entry => ['🚲🔧🗺'.repeat(at + 1), notes, `/${name}`]);
    expect(assess(fileWith(signs)).limit?.reason).toContain('names that do not distinguish pages');
  });

  it('falls if pages under one heading share their names', () => {
    const shared = PAGES.map(([name, notes], at): Entry => [at % 2 ? 'Bike rental' : 'Graz', notes, `/${name}`]);
    expect(assess(fileWith(shared)).limit?.reason).toContain('names that do not distinguish pages');
    const inThrees = shared.map(
      ([name, notes, url], at) => `${at % 3 ? '' : `## Part ${'abcd'[at / 3]}\n`}- [${name}](${url}): ${notes}`,
    );
    expect(assess(`# Graz Bikes\n\n> ${INTRODUCTION}\n\n${inThrees.join('\n')}`).limit?.lines).toHaveLength(8);
    const sections = PAGES.map(([name, notes]) => `## ${name}\n\n- [Bike rental](/${name}): ${notes}\n`);
    expect(assess(`# Graz Bikes\n\n> ${INTRODUCTION}\n\n${sections.join('\n')}`).limit).toBeNull();
  });

  it('does not count pages on hosts that are not public', () => {
    const on = (host: string) => PAGES.map(([name, notes]): Entry => [name, notes, `https://${host}/${name}`]);
    expect(computeScore(fileWith(on('graz-bikes.com')))).toBeGreaterThan(good - 5);
    for (const host of ['localhost:3000', 'staging.internal', '10.0.0.7', 'staging.graz-bikes.com'])
      expect(computeScore(fileWith(on(host))), host).toBeLessThan(30);
  });

  it('falls if the headings are letters', () => {
    const items = PAGES.map(([name, notes]) => `- [${name}](/${name}): ${notes}`);
    const fileUnder = (headings: readonly string[]) =>
      headings.map((heading, at) => `## ${heading}\n\n${items.slice(at * 3, at * 3 + 3).join('\n')}\n`).join('\n');
    const letters = computeScore(`# Graz Bikes\n\n${fileUnder(['A', 'B', 'C', 'D'])}`);
    const words = computeScore(`# Graz Bikes\n\n${fileUnder(['Rent', 'Equipment', 'Care', 'Company'])}`);
    expect(letters).toBeLessThanOrEqual(words - 5);
  });

  it('falls if notes consist of random letters', () => {
    const random = (at: number, word: number) => ((at + 3) * (word + 7) * 7_919_777).toString(36).replace(/\d/g, 'x');
    const mashed = PAGES.map(
      ([name], at): Entry => [name, Array.from({ length: 8 }, (_, word) => random(at, word)).join(' ')],
    );
    expect(computeScore(fileWith(mashed))).toBeLessThanOrEqual(good - 5);
  });

  it('accepts prices in names if their URLs have the same numbers without separators', () => {
    const prices = ['8,000', '10,000', '12,500', '15,000', '1,00,000', '1,20,000'];
    const entries = prices.map(
      (price) => `- [Best phones under ${price}](/best/phones-under-${price.replaceAll(',', '')})`,
    );
    expect(assess(`# Phones\n\n## Best\n\n${entries.join('\n')}\n`).limit).toBeNull();
  });

  it('stays low if hardly any word is on two pages, as in random text', () => {
    const toFile = (pages: number, vocabulary: number) =>
      fileWith(
        Array.from({ length: pages }, (_, page): Entry => {
          const words = Array.from({ length: 9 }, (_, at) => wordsFor((9 * page + at) % vocabulary, 1));
          return [words[0] ?? '', `the ${words.join(' and ')}`];
        }),
      );
    const random = assess(toFile(20, Infinity));
    expect(random.score).toBeLessThan(25);
    expect(random.limit?.reason).toContain('hardly any word is on two pages');
    expect(computeScore(toFile(20, 100))).toBeGreaterThan(60);
    expect(computeScore(toFile(10, Infinity))).toBeGreaterThan(60);
  });

  it('ignores link definitions and the form of links', () => {
    const items = PAGES.map(([name, notes], at) => `- [${name}][${at}]: ${notes}`);
    const definitions = PAGES.map(([name], at) => `[${at}]: /${name.toLowerCase()}`);
    const text = `# Graz Bikes\n\n> ${INTRODUCTION}\n\n## Rent\n\n${items.join('\n')}\n\n${definitions.join('\n')}\n`;
    expect(Math.abs(computeScore(text) - good)).toBeLessThanOrEqual(3);
  });

  it('does not end a sentence at a period inside a name', () => {
    const named = PAGES.map(([name, notes]): Entry => [`${name} for .NET`, `${notes} for .NET`, `/${name}`]);
    expect(assess(fileWith(named)).limit).toBeNull();
  });

  it('stays low for placeholder text', () => {
    const lorem = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt';
    const { score, limit } = assess(
      fileWith(
        PAGES.map(([name]): Entry => [name, lorem]),
        lorem,
      ),
    );
    expect(score).toBeLessThan(25);
    expect(limit?.reason).toContain('placeholder');
  });

  it.each([
    ['English', 'the bikes of a river with and routes are for to your station'],
    ['Russian', 'в прокат на с велосипед по для река и к маршрут из от станция за'],
  ])('stays low for shuffled words: %s', (_, text) => {
    const words = text.split(' ');
    const shuffled = PAGES.map(
      ([name], at): Entry => [name, words.map((_, i) => words[(i * 5 + at) % words.length]).join(' ')],
    );
    expect(computeScore(fileWith(shuffled))).toBeLessThan(25);
  });

  it('stays low if the words of each note are shuffled', () => {
    const shuffled = PAGES.map(([name, notes]): Entry => {
      const words = `the ${notes} for your ${name.toLowerCase()}`.split(' ');
      return [name, words.map((_, at) => words[(at * 7 + 3) % words.length]).join(' ')];
    });
    expect(computeScore(fileWith(shuffled))).toBeLessThan(25);
  });

  it.each([
    ['names in quotes and brackets', 'The "and" and "or" operators of the (optional) filter'],
    ['compounds', 'Links to to-do lists and in-the-box parts'],
    ['short headings', 'Built with'],
    ['repeated articles', 'How the The Hague office works with the other office'],
    ['keywords in capitals', 'Grouping filters with AND/OR, the ORDER BY and the GROUP BY of a query'],
  ])('sees no shuffled words in %s', (_, notes) => {
    const entries = PAGES.map(([name, own], at): Entry => [name, at % 4 === 0 ? notes : own]);
    expect(assess(fileWith(entries)).limit).toBeNull();
  });

  it('sees no shuffled words in notes that are cut without an ellipsis', () => {
    const ends = ['of', 'with', 'for', 'and'];
    const cut = PAGES.map(([name, notes], at): Entry => [name, `${notes} ${name} ${ends[at % ends.length]}`]);
    expect(assess(fileWith(cut)).limit).toBeNull();
  });

  it('sees no shuffled words in initials, which may look like a preposition', () => {
    const people = ['Иванов А.С.', 'Петров П.В.', 'Сидоров Д.К.', 'Орлов Б.И.', 'Белов Г.С.', 'Зайцев Н.В.'];
    const list = people.map((name, at) => `- [${name}](/authors/${at}): статьи автора ${name} для журнала`);
    expect(assess(`# Журнал\n\n## Авторы\n\n${list.join('\n')}\n`).limit).toBeNull();
  });

  it.each([
    ['a question', 'Hvem er tjenesten for?', 'beregner lån og rente på nett'],
    ['a clause', 'What this site is', 'loans and rates'],
  ])('sees no shuffled words in %s as heading of a small file', (_, heading, notes) => {
    const text = `# Fordel\n\n## ${heading}\n\n- [Kalkulator](/kalkulator): ${notes}\n`;
    expect(assess(text).limit?.reason).not.toContain('random');
  });

  it('accepts sentences that end alike with a word that ends few sentences', () => {
    const praised = PAGES.map(([name, notes]): Entry => [name, `${notes}. We come to you wherever you are.`]);
    expect(assess(fileWith(praised)).limit).toBeNull();
  });

  it('falls if links are under wrong headings', () => {
    const topics = ['Wine', 'Cheese', 'Bread'].map((topic) =>
      Array.from(
        { length: 6 },
        (_, at) => `- [${topic} ${'abcdef'[at]}${topic}](/${topic}/${at}): ${topic} from region ${at}`,
      ),
    );
    const sections = (lists: readonly (readonly string[])[]) =>
      `# Shop\n\n${['Wine', 'Cheese', 'Bread'].map((topic, at) => `## ${topic}\n\n${lists[at]?.join('\n')}\n`).join('\n')}`;
    const all = topics.flat();
    const mixed = [0, 1, 2].map((at) => all.filter((_, i) => i % 3 === at));
    expect(computeScore(sections(mixed))).toBeLessThan(computeScore(sections(topics)));
    expect(assess(sections(mixed)).limit?.reason).toContain('Headings have little in common');
  });

  it('accepts sentences that cite pages of other sections', () => {
    const section = (heading: string, pages: typeof PAGES | readonly Entry[]) =>
      `## ${heading}\n\n${pages.map(([name, notes]) => `- [${name}](https://example.com/${name}): ${notes}`).join('\n')}\n`;
    const sentences = PAGES.map(([name]) => `Our page https://example.com/${name} has more on this.`).join('\n\n');
    const lists = [section('Rent', PAGES.slice(0, 8)), section('Company', PAGES.slice(8))];
    const text = `# Graz Bikes\n\n${lists.join('\n')}\n## Questions\n\n${sentences}\n`;
    expect(assess(text).limit).toBeNull();
  });

  it('falls if headings have no content', () => {
    const sections = (headings: readonly string[]) =>
      headings.map(
        (heading, at) =>
          `## ${heading}\n\n${PAGES.slice(at * 4, at * 4 + 4)
            .map(([name, notes]) => `- [${name}](/${name}): ${notes}`)
            .join('\n')}\n`,
      );
    const score = (...headings: string[]) => computeScore(`# Graz Bikes\n\n${sections(headings).join('\n')}`);
    expect(score('Overview', 'Other', 'Further')).toBe(score('More', 'Links', 'Other'));
    expect(score('More', 'Links', 'Other')).toBeLessThanOrEqual(score('Rental', 'Routes', 'Company') - 5);
  });

  it('accepts pages with words of their headings, even if they resemble pages under other headings', () => {
    const subjects = ['Scripts', 'Budgets', 'Storyboards', 'Schedules', 'Casting', 'Locations'];
    const sections = ['Features', 'Guides', 'Pricing'].map((heading, at) => {
      const items = subjects.map((subject) => {
        const folder = subject.length % 2 === at % 2 ? heading : 'about';
        return `- [${subject}](/${folder}/${subject}): ${subject} of a film`.toLowerCase();
      });
      return `## ${heading}\n\n${items.join('\n')}\n`;
    });
    expect(assess(`# Film\n\n${sections.join('\n')}`).limit).toBeNull();
  });

  it('accepts an Optional section with pages like those of other sections', () => {
    const subjects = PAGES.map(([name]) => name);
    const list = (names: readonly string[], at: number) =>
      names.map((name, item) => `- [${name} of ${wordsFor((at + item) % 3, 1)}](/${name})`).join('\n');
    const assessWith = (last: string) => {
      const sections = ['Docs', 'Guides', last].map((heading, at) => `## ${heading}\n\n${list(subjects, at)}\n`);
      return assess(`# Graz Bikes\n\n${sections.join('\n')}`).limit;
    };
    expect(assessWith('Further')?.reason).toContain('Headings have little in common');
    expect(assessWith('Optional')).toBeNull();
  });

  it('does not judge the headings of a small file', () => {
    const lists = {
      Docs: ['Quick start', 'Gateway', 'Self-hosting', 'Authentication'],
      Examples: ['First start', 'Gateway compared', 'Launch'],
      Optional: ['Code of the gateway', 'Company launch', 'Authentication API'],
    };
    const sections = Object.entries(lists).map(
      ([heading, names]) => `## ${heading}\n\n${names.map((name) => `- [${name}](/${name})`).join('\n')}\n`,
    );
    expect(assess(`# Gate\n\n${sections.join('\n')}`).limit).toBeNull();
  });

  it.each([
    ['an introduction of another site', 'We lend violins and cellos to children, carve bridges and repair bows.'],
    ['an introduction that says nothing', 'We are passionate about excellence, put people first and exceed hopes.'],
    ['the title again', 'Graz Bikes. Welcome to Graz Bikes, the website of Graz Bikes.'],
  ])('falls with %s', (_, introduction) => {
    expect(computeScore(fileWith(PAGES, introduction))).toBeLessThanOrEqual(good - 5);
  });

  it('accepts an introduction that is longer than the lists, if it has half of their words', () => {
    const own = PAGES.filter((_, at) => at % 2 === 0).map(([, notes]) => notes);
    const introduction = own.map((notes, at) => `We offer ${notes}, and ${wordsFor(at + 20, 30)}.`).join(' ');
    const { score, reason } = toPart(fileWith(PAGES, introduction), 'orientation');
    expect(score).toBeGreaterThan(90);
    expect(reason).not.toContain('few of these words');
  });

  it('compares no introduction with URLs in another language', () => {
    const introduction = `${PAGES.map((_, at) => wordsFor(at % 3 === 0 ? at + 20 : at + 90, 2)).join(' ')}.`;
    const score = (url: (at: number) => string) => {
      const entries = PAGES.map((_, at): Entry => [wordsFor(at, 2), wordsFor(at + 20, 9), url(at)]);
      return toPart(fileWith(entries, introduction), 'orientation').score;
    };
    expect(score((at) => `/${wordsFor(at + 40, 9).replaceAll(' ', '-')}`)).toBe(score((at) => `/${at}`));
  });

  it('reports a missing introduction only if the introduction is missing', () => {
    const toReason = (text: string): string => toPart(text, 'orientation').reason;
    expect(toReason('# Graz Bikes\n\n- [Prices](/prices)\n')).toContain('Only the title describes the site');
    expect(toReason('# Graz Bikes\n\n> Graz Bikes\n\n- [Prices](/prices)\n')).toContain('adds nothing to the title');
    const heading =
      '# Graz Bikes\n\n## [Home](/home)\n\nBike rental with stations along the river.\n\n- [Prices](/prices)\n';
    expect(toReason(heading)).toContain('different words');
    expect(
      toReason('# Graz Bikes\n\nRental of bikes in Graz, see llms-full.txt. Stations along the river.\n'),
    ).toContain('different word');
    expect(
      toReason('# Graz Bikes\n\n- Bike rental with stations along the river\n\n## A\n- [Prices](/prices)\n'),
    ).toContain('different words');
  });
});

/** Creates the file with this number of pages under each heading. */
function grouped(size: number, pages: readonly Entry[] = PAGES): string {
  const sections = pages.flatMap((_, at) => {
    if (at % size > 0) return [];
    const items = pages.slice(at, at + size).map(([name, notes]) => `- [${name}](/${name.toLowerCase()}): ${notes}\n`);
    return [`\n## ${pages[at]?.[0]} and more\n\n${items.join('')}`];
  });
  return `# Graz Bikes\n\n> ${INTRODUCTION}\n${sections.join('')}`;
}

describe('advice', () => {
  const text = grouped(4);
  const many = Array.from({ length: 900 }, (_, at): Entry => [wordsFor(at, 2), wordsFor(at + 1_000, 8)]);

  it.each<[PartId, before: string, after: string]>([
    ['orientation', text.replace(INTRODUCTION, 'Bikes for you.'), text],
    ['coverage', grouped(4, PAGES.slice(0, 6)), text],
    ['descriptions', text.replace(/\): .*$/gm, ')'), text],
    ['grouping', grouped(1), text],
    ['grouping', grouped(12), text],
    ['size', grouped(6, many), grouped(6, many.slice(0, 250))],
    ['health', text.replace(/\[(?:Prices|Booking)\]/g, '[null]'), text],
    ['form', text.replaceAll('- [', '* [').replaceAll('## ', '### '), text],
  ])('gains at least the announced points: %s', (id, before, after) => {
    const { gain, raise } = toPart(before, id);
    expect(raise).not.toBeNull();
    expect(gain).toBeGreaterThan(0);
    expect(computeScore(after) - computeScore(before)).toBeGreaterThanOrEqual(gain - 3);
  });
});
