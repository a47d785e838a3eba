import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { FACES, LEVELS, type Letter, type LetterIndex, LOGO } from '../src/site/cards/letters.ts';

// The letters of the pictures for social networks, drawn once: a build needs neither a font nor a program that draws.

const OUT = join(import.meta.dirname, '../src/site/cards/letters.gz');
/** The letters of Latin scripts, and the marks that stand in their texts. */
const RANGES = [
  [0x20, 0x7e],
  [0xa1, 0x17f],
  [0x218, 0x21b],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
] as const;
const SOFT_HYPHEN = 0xad;

const browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
const letters = RANGES.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
  .filter((code) => code !== SOFT_HYPHEN)
  .map((code) => String.fromCodePoint(code));
const fonts = await Promise.all(
  Object.values(FACES).flatMap(({ weight }) =>
    ['latin', 'latin-ext'].map(async (part) => ({
      family: `${part}-${weight}`,
      source: (await fontFile(`inter-${part}-${weight}-normal.woff2`)).toString('base64'),
    })),
  ),
);
const logo = (await readFile(join(import.meta.dirname, '../src/site/public/favicon.svg'))).toString('base64');
const drawn = await page.evaluate(drawLetters, { faces: FACES, fonts, letters, logo, logoName: LOGO, levels: LEVELS });
await browser.close();

const index: LetterIndex = drawn.index;
const names = Buffer.from(JSON.stringify(index));
const length = Buffer.alloc(4);
length.writeUInt32LE(names.length);
await writeFile(OUT, gzipSync(Buffer.concat([length, names, Buffer.from(drawn.coverage)]), { level: 9 }));

async function fontFile(name: string): Promise<Buffer> {
  return await readFile(fileURLToPath(import.meta.resolve(`@fontsource/inter/files/${name}`)));
}

interface Drawing {
  readonly faces: typeof FACES;
  readonly fonts: readonly { readonly family: string; readonly source: string }[];
  readonly letters: readonly string[];
  readonly logo: string;
  readonly logoName: string;
  readonly levels: number;
}

/** Runs in the page, so it names nothing outside itself. */
async function drawLetters({ faces, fonts, letters, logo, logoName, levels }: Drawing) {
  const coverage: number[] = [];
  const canvas = new OffscreenCanvas(240, 240);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('there is no canvas');
  for (const { family, source } of fonts) {
    const face = new FontFace(family, `url(data:font/woff2;base64,${source})`);
    document.fonts.add(await face.load());
  }
  /** What is on the canvas, cut to its ink; the pen stood at 60, 140. */
  const cutLetter = (advance: number): Letter => {
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const alphaAt = (x: number, y: number) => data[(y * canvas.width + x) * 4 + 3] ?? 0;
    let [left, top, right, bottom] = [canvas.width, canvas.height, -1, -1];
    for (let y = 0; y < canvas.height; y++) {
      for (let x = 0; x < canvas.width; x++) {
        if (Math.round((alphaAt(x, y) / 255) * levels) === 0) continue;
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
      }
    }
    const [width, height] = [Math.max(0, right - left + 1), Math.max(0, bottom - top + 1)];
    const at = coverage.length;
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) coverage.push(Math.round((alphaAt(x, y) / 255) * levels));
    }
    return { advance, left: left - 60, top: top - 140, width, height, at };
  };
  const clear = () => context.clearRect(0, 0, canvas.width, canvas.height);
  const drawFace = ({ size, weight }: { readonly size: number; readonly weight: number }) =>
    Object.fromEntries(
      letters.map((letter) => {
        clear();
        context.font = `${weight} ${size}px latin-${weight}, latin-ext-${weight}`;
        context.fillText(letter, 60, 140);
        return [letter, cutLetter(Math.round(context.measureText(letter).width * 100) / 100)];
      }),
    );
  const drawLogo = async (size: number) => {
    clear();
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${logo}`;
    await image.decode();
    context.drawImage(image, 60, 140 - size, size, size);
    return cutLetter(size);
  };
  const name = { ...drawFace(faces.name), [logoName]: await drawLogo(72) };
  return { index: { name, text: drawFace(faces.text) }, coverage };
}
