import { join } from 'node:path';
import type { PublicFacts } from '../../directory/record.ts';
import { TIER_WORDS } from '../format/status-words.ts';
import { domainHead } from '../views/domain/domain-head.ts';
import { CARD_SIZE, type CardTier } from './card-of.ts';
import { type FaceName, LEVELS, type Letters, LOGO, readLetters } from './letters.ts';
import { Pixels } from './png.ts';

/** Content of a card. */
interface CardText {
  readonly service: string;
  readonly heading: string;
  readonly domain: string | null;
  readonly text: string | null;
  readonly marks: readonly string[];
}

const GROUND = [0xfa, 0xfa, 0xf8] as const;
const INKS = { dark: [0x1a, 0x1d, 0x1c], quiet: [0x4f, 0x57, 0x54], brand: [0x0b, 0x6b, 0x5b] } as const;
type Ink = keyof typeof INKS;
const INK_NAMES = Object.keys(INKS);
/** Palette: the background, then each ink from its palest level to its color. */
const PALETTE = [
  GROUND,
  ...Object.values(INKS).flatMap((ink) =>
    Array.from({ length: LEVELS }, (_, at) =>
      ink.map((part, channel) => mix(GROUND[channel] ?? 0, part, (at + 1) / LEVELS)),
    ),
  ),
];

const LEFT = 80;
const TEXT_WIDTH = CARD_SIZE.width - 2 * LEFT;
const BAR_HEIGHT = 14;
const LOGO_BASELINE = 128;
const SERVICE_LEFT = 172;
const SERVICE_BASELINE = 104;
const HEADING_BASELINE = 246;
const HEADING_LINE = 76;
const DOMAIN_GAP = 60;
const TEXT_GAP = 58;
const TEXT_LINE = 46;
const MARKS_BASELINE = 560;
const MAX_HEADING_LINES = 2;
const MAX_TEXT_LINES = 2;
const ELLIPSIS = '…';

const letters = readLetters(join(import.meta.dirname, 'letters.gz'));

/** Renders the card of a site. Leaves out texts with missing letters. The domain is then the heading. */
export function drawDomainCard(facts: PublicFacts, service: string): Uint8Array<ArrayBuffer> {
  const { domain, name, summary } = domainHead(facts);
  const heading = drawable(name);
  return drawCard({
    service,
    heading: heading ?? domain,
    domain: heading === null ? null : domain,
    text: drawable(summary),
    marks: [
      ...(facts.verified ? ['Verified by its owner'] : []),
      ...(facts.tier === 'featured' ? [TIER_WORDS.featured.label] : []),
    ],
  });
}

/** Renders the shared card of a tier. */
export function drawTierCard(tier: CardTier, service: string): Uint8Array<ArrayBuffer> {
  const { label, meaning } = TIER_WORDS[tier];
  return drawCard({ service, heading: `${label} llms.txt`, domain: null, text: meaning, marks: [] });
}

function drawCard({ service, heading, domain, text, marks }: CardText): Uint8Array<ArrayBuffer> {
  const pixels = new Pixels(CARD_SIZE.width, CARD_SIZE.height);
  const write = (line: string, face: FaceName, ink: Ink, x: number, baseline: number) =>
    writeLine(pixels, letters, { line, face, ink, x, baseline });
  write(LOGO, 'name', 'brand', LEFT, LOGO_BASELINE);
  for (const line of wrap(drawable(service) ?? '', 'text', TEXT_WIDTH + LEFT - SERVICE_LEFT, 1)) {
    write(line, 'text', 'quiet', SERVICE_LEFT, SERVICE_BASELINE);
  }
  let baseline = HEADING_BASELINE - HEADING_LINE;
  for (const line of wrap(heading, 'name', TEXT_WIDTH, MAX_HEADING_LINES)) {
    baseline += HEADING_LINE;
    write(line, 'name', 'dark', LEFT, baseline);
  }
  for (const line of wrap(domain ?? '', 'text', TEXT_WIDTH, 1)) {
    baseline += DOMAIN_GAP;
    write(line, 'text', 'brand', LEFT, baseline);
  }
  for (const [at, line] of wrap(text ?? '', 'text', TEXT_WIDTH, MAX_TEXT_LINES).entries()) {
    write(line, 'text', 'quiet', LEFT, baseline + TEXT_GAP + at * TEXT_LINE);
  }
  write(marks.join(' · '), 'text', 'brand', LEFT, MARKS_BASELINE);
  pixels.fillBelow(CARD_SIZE.height - BAR_HEIGHT, paletteStart('brand') + LEVELS);
  return pixels.toPng(PALETTE);
}

/** Normalizes a text to one code point per letter. Returns null for missing letters. */
function drawable(text: string | null): string | null {
  const composed = text?.normalize('NFC').trim() ?? '';
  const isDrawn = [...composed].every((letter) => letters.find('name', letter) !== null);
  return composed === '' || !isDrawn ? null : composed;
}

/** Breaks a text into lines of at most `width` pixels. Breaks wide words, and ends overlong text with an ellipsis. */
function wrap(text: string, face: FaceName, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => pieces(one, face, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, face) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= maxLines) return lines;
  const last = lines[maxLines - 1] ?? '';
  return [...lines.slice(0, maxLines - 1), withEllipsis(last, face, width)];
}

function pieces(word: string, face: FaceName, width: number): string[] {
  const found: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (widthOf(piece + letter, face) > width) {
      found.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return piece === '' ? found : [...found, piece];
}

function withEllipsis(line: string, face: FaceName, width: number): string {
  const characters = [...line];
  while (widthOf(characters.join('') + ELLIPSIS, face) > width) characters.pop();
  return `${characters.join('').trimEnd()}${ELLIPSIS}`;
}

function widthOf(line: string, face: FaceName): number {
  let width = 0;
  for (const letter of line) width += letters.find(face, letter)?.advance ?? 0;
  return width;
}

interface Line {
  readonly line: string;
  readonly face: FaceName;
  readonly ink: Ink;
  readonly x: number;
  readonly baseline: number;
}

function writeLine(pixels: Pixels, { find, coverage }: Letters, { line, face, ink, x, baseline }: Line): void {
  const start = paletteStart(ink);
  let pen = x;
  for (const name of line) {
    const letter = find(face, name);
    if (letter === null) continue;
    const left = Math.round(pen) + letter.left;
    const top = baseline + letter.top;
    let at = letter.at;
    for (let row = 0; row < letter.height; row++) {
      for (let column = 0; column < letter.width; column++) {
        const level = coverage[at++] ?? 0;
        if (level > 0) pixels.set(left + column, top + row, start + level);
      }
    }
    pen += letter.advance;
  }
}

/** Palette index before the levels of an ink. */
function paletteStart(ink: Ink): number {
  return INK_NAMES.indexOf(ink) * LEVELS;
}

function mix(from: number, to: number, share: number): number {
  return Math.round(from + (to - from) * share);
}
