import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublicFacts } from '../../src/directory/record.ts';
import { openSiteFolder } from '../../src/site/build/site-folder.ts';
import { writeDomains } from '../../src/site/build/write-domains.ts';
import { drawDomainCard, drawTierCard } from '../../src/site/cards/card.ts';
import { cardOf } from '../../src/site/cards/card-of.ts';
import { detailOf } from './domain-fixture.ts';
import { storedOf } from './stored-of.ts';

const service = { name: 'Harbour directory', baseUrl: 'https://dir.example' };
const MARGIN = 70;
const BAR = 14;

const draw = (changes: Partial<PublicFacts>) =>
  drawDomainCard(detailOf('harbour.example', { facts: { tier: 'featured', ...changes } }).facts, service.name);

/** A picture of four bits a pixel as rows of colors. */
function decode(png: Uint8Array) {
  const bytes = Buffer.from(png);
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const at = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const rowBytes = 1 + width / 2;
  const colorAt = (x: number, y: number) => {
    const pair = rows[y * rowBytes + 1 + (x >> 1)] ?? 0;
    return x % 2 === 0 ? pair >> 4 : pair & 15;
  };
  return { width, height, colorAt };
}

/** The outermost places that are painted above the bar. */
function inkOf(png: Uint8Array) {
  const { width, height, colorAt } = decode(png);
  const found = { left: width, right: 0, bottom: 0, pixels: 0 };
  for (let y = 0; y < height - BAR; y++) {
    for (let x = 0; x < width; x++) {
      if (colorAt(x, y) === 0) continue;
      found.left = Math.min(found.left, x);
      found.right = Math.max(found.right, x);
      found.bottom = y;
      found.pixels++;
    }
  }
  return found;
}

describe('a card for social networks', () => {
  it.each<readonly [string, Partial<PublicFacts>]>([
    ['a short name', { verified: true }],
    ['a name of 60 characters', { title: 'Documentation of the Øresund bridge authority for engineers!' }],
    ['a name that is one long word', { title: 'Wm'.repeat(100) }],
    ['the longest domain', { title: null, domain: `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example` }],
    ['a long summary', { summary: 'Tide tables, berths and pilot notes. '.repeat(20) }],
    ['no summary', { summary: null }],
  ])('is 1200 × 630 and keeps its margins with %s', (_, changes) => {
    const png = draw(changes);
    expect(decode(png)).toMatchObject({ width: 1200, height: 630 });
    const ink = inkOf(png);
    expect(ink.left).toBeGreaterThanOrEqual(MARGIN);
    expect(ink.right).toBeLessThan(1200 - MARGIN);
    expect(ink.bottom).toBeLessThan(600);
    expect(ink.pixels).toBeGreaterThan(5_000);
  });

  it.each(['港湾の道具', 'دليل الميناء', 'Harbour 🚢'])('shows the domain instead of the name %s', (title) => {
    expect(draw({ title })).toEqual(draw({ title: null }));
  });

  it('shows name, summary and verification', () => {
    const cards = [{}, { title: 'Quay' }, { summary: 'Ropes.' }, { verified: true }, { tier: 'listed' as const }].map(
      draw,
    );
    expect(new Set(cards.map((card) => Buffer.from(card).toString('base64'))).size).toBe(cards.length);
    expect(draw({ authority: 91 })).toEqual(draw({}));
  });

  it('serves all unverified sites of a tier', () => {
    expect(drawTierCard('listed', service.name)).not.toEqual(drawTierCard('unlisted', service.name));
    const pathOf = (changes: Partial<PublicFacts>) => cardOf(detailOf('a.example', { facts: changes }).facts)?.path;
    expect(pathOf({ tier: 'listed' })).toBe('/card/listed.png');
    expect(pathOf({ tier: 'unlisted', verified: true })).toBe('/card/a.example.png');
    expect(pathOf({ tier: 'rejected', verified: true })).toBeUndefined();
    expect(pathOf({ tier: null, verified: true })).toBeUndefined();
  });
});

describe('an outdated card of a site', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'cards-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('disappears from the site', async () => {
    const app = { page: async () => new Uint8Array() };
    const folder = openSiteFolder(join(dir, 'site'));
    const card = join(dir, 'site/card/harbour.example.png');
    const site = { service, profile: 'full' } as const;
    await writeDomains(app, site, folder, [storedOf(detailOf('harbour.example', { facts: { tier: 'featured' } }))]);
    expect(existsSync(card)).toBe(true);
    await writeDomains(app, site, folder, [storedOf(detailOf('harbour.example', { facts: { tier: 'rejected' } }))]);
    expect(existsSync(card)).toBe(false);
    expect(folder.counts.removed).toBe(1);
  });
});
