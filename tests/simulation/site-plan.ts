import { createHash } from 'node:crypto';
import { mulberry32 } from '../mulberry32.ts';

/** Shares of site behaviors per thousand, similar to the real web. The rest is valid, too. */
const SHARES = {
  valid: 430,
  missing: 230,
  html: 110,
  moved: 40,
  abroad: 15,
  slow: 30,
  huge: 5,
  empty: 10,
  error: 15,
  walled: 15,
  optOut: 10,
  disallowed: 5,
  noName: 25,
  mute: 10,
  reset: 10,
  badCertificate: 15,
} as const;
export type SiteKind = keyof typeof SHARES;

export interface SitePlan {
  readonly index: number;
  readonly domain: string;
  readonly kind: SiteKind;
  readonly title: string;
  readonly summary: string | null;
  readonly sections: readonly (readonly LinkPlan[])[];
  readonly homepage: {
    readonly language: string | null;
    readonly describedBy: boolean;
    readonly alternate: boolean;
  };
  readonly hasFullFile: boolean;
  readonly hasRobots: boolean;
  readonly www: 'absent' | 'redirect';
  readonly hasTag: boolean;
  /** Age of the file at the start of the web, in days. Null means no Last-Modified. */
  readonly ageDays: number | null;
  readonly rank: number | null;
  readonly registeredDaysAgo: number | null;
  readonly delayMs: number;
}

interface LinkPlan {
  readonly name: string;
  readonly path: string;
  readonly noted: boolean;
  readonly dead: boolean;
}

const WORDS =
  'amber anchor apple arbor atlas aurora basil beacon birch brook cedar chalk cinder clover comet copper coral crane delta ember fable fern field finch flint forest garnet glade harbor hazel heron indigo island ivory jade juniper kestrel lagoon lantern larch linen lumen maple marble meadow mica mint moss nectar nimbus oasis ochre olive onyx opal orchid otter paper pebble pine plum prairie quartz quill raven reed river robin saffron sage sable sierra silver slate sparrow spruce stone summit swift tarn teal thistle tide topaz umber valley velvet violet walnut willow winter wren yarrow zephyr'.split(
    ' ',
  );
const LANGUAGES = ['en', 'en-GB', 'de-AT', 'pt-BR', 'fr', 'ja-JP', 'es-MX', null] as const;
const AGES = [2, 20, 90, 200, 500, null] as const;

const NAME = /^(?:www\.)?[a-z]+-[a-z]+-(\d{1,7})\.example$/;

/** Returns the number of a name's site, or null. */
export function findIndex(name: string): number | null {
  const [, index] = NAME.exec(name) ?? [];
  return index === undefined ? null : Number(index);
}

/** Returns the site of a number. Equal seeds and numbers give equal sites. */
export function planSite(seed: number, index: number, only?: SiteKind): SitePlan {
  const random = mulberry32(createHash('sha256').update(`${seed}/${index}`).digest().readInt32LE());
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  const chance = (share: number) => random() < share;
  const words = (count: number) => Array.from({ length: count }, () => pick(WORDS)).join(' ');
  const domain = `${pick(WORDS)}-${pick(WORDS)}-${index}.example`;
  const drawn = drawKind(random());
  const kind = only ?? drawn;
  const sections = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, section) =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, (_, link) => ({
      name: `${words(2)} ${section}.${link}`,
      path: `/${section}/${link}.md`,
      noted: chance(0.8),
      dead: chance(0.02),
    })),
  );
  return {
    index,
    domain,
    kind,
    title: `${words(2)} ${index}`,
    summary: chance(0.85) ? `A site about ${words(6)}.` : null,
    sections,
    homepage: { language: pick(LANGUAGES), describedBy: chance(0.3), alternate: chance(0.2) },
    hasFullFile: chance(0.3),
    hasRobots: chance(0.7),
    www: chance(0.3) ? 'redirect' : 'absent',
    hasTag: chance(0.7),
    ageDays: pick(AGES),
    rank: chance(0.3) ? 1 + Math.floor(10 ** (random() * 6)) : null,
    registeredDaysAgo: chance(0.5) ? Math.floor(random() * 6_000) : null,
    delayMs: kind === 'slow' ? 200 + Math.floor(random() * 1_300) : 0,
  };
}

function drawKind(at: number): SiteKind {
  let left = at * 1_000;
  for (const kind of Object.keys(SHARES) as SiteKind[]) {
    left -= SHARES[kind];
    if (left < 0) return kind;
  }
  return 'valid';
}

/** Number of lines that exceeds the part of a file that is read. */
const HUGE_LINES = 30_000;

export function toFile({ kind, title, summary, sections, domain }: SitePlan): string {
  const lines = [`# ${title}`, ''];
  if (summary !== null) lines.push(`> ${summary}`, '');
  if (kind === 'huge') for (let i = 0; i < HUGE_LINES; i++) lines.push(`Line ${i} of a very long introduction.`);
  for (const [number, links] of sections.entries()) {
    lines.push(`## Part ${number}`, '');
    for (const link of links) {
      lines.push(`- [${link.name}](https://${domain}${link.path})${link.noted ? `: about ${link.name}` : ''}`);
    }
    lines.push('');
  }
  return lines.join('\n');
}
