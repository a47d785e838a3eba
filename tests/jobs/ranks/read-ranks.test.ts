import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRanks } from '../../../src/jobs/ranks/read-ranks.ts';
import { ListError, unpack } from '../../../src/jobs/ranks/unpack.ts';
import { readLines } from '../../../src/jobs/read-lines.ts';
import { toZip } from './to-zip.ts';

/** Bytes of a list that is far longer than a million names. */
const TOO_LONG_BYTES = 300 * 1024 * 1024;

async function read(file: Buffer) {
  const tally = { entries: 0, refused: 0 };
  const entries = [];
  for await (const batch of readRanks(readLines(unpack(file)), tally)) entries.push(...batch);
  return { ...tally, list: entries.map(({ rank, domain }) => `${rank} ${domain}`) };
}

describe('a list of ranks', () => {
  const cases: readonly (readonly [string, string, readonly string[], number])[] = [
    ['as Tranco writes it', '1,google.com\r\n2,gtld-servers.net\r\n', ['1 google.com', '2 gtld-servers.net'], 0],
    ['with a header and further columns', 'x,rank,domain\na,7,b.com\n', ['7 b.com'], 0],
    ['with quoted cells', '"1","a.com"\n2,"b.com"\n', ['1 a.com', '2 b.com'], 0],
    ['with tabs', 'rank\tdomain\n1\ta.com\n', ['1 a.com'], 0],
    ['with a byte order mark', '\uFEFF1,a.com\n', ['1 a.com'], 0],
    ['without a last line end', '1,a.com\n2,b.com', ['1 a.com', '2 b.com'], 0],
    ['with names to be made canonical', '1,WWW.Example.COM\n2,bücher.de\n', ['1 example.com', '2 xn--bcher-kva.de'], 0],
    ['with lines that hold no domain', '1,com\n0,a.com\nx,a.com\n2,127.0.0.1\n3\n4,a.com\n', ['4 a.com'], 5],
    ['with a rank that no integer holds', '99999999999,a.com\n1e3,b.com\n1.5,c.com\n', ['1000 b.com'], 2],
  ];
  for (const [what, text, list, refused] of cases) {
    it(`reads ranks ${what}`, async () => {
      expect(await read(Buffer.from(text))).toMatchObject({ list, refused });
    });
  }

  const text = Buffer.from(Array.from({ length: 10_000 }, (_, i) => `${i + 1},site${i}.com\n`).join(''));
  it('reads plain, gzip, zip, and uncompressed zip alike', async () => {
    const plain = await read(text);
    expect(plain.entries).toBe(10_000);
    expect(await read(gzipSync(text))).toEqual(plain);
    expect(await read(toZip('top-1m.csv', text))).toEqual(plain);
    expect(await read(toZip('top-1m.csv', text, 'stored'))).toEqual(plain);
  });
  it('fails for a truncated, damaged, encrypted or otherwise packed zip', async () => {
    const zip = toZip('a.csv', text);
    const damaged = Buffer.from(zip);
    damaged.writeUInt32LE(1, zip.lastIndexOf(Buffer.from('PK\x01\x02')) + 16);
    const method = Buffer.from(zip);
    method.writeUInt16LE(12, zip.lastIndexOf(Buffer.from('PK\x01\x02')) + 10);
    const encrypted = Buffer.from(zip);
    encrypted.writeUInt16LE(1, zip.lastIndexOf(Buffer.from('PK\x01\x02')) + 8);
    const outside = Buffer.from(zip);
    outside.writeUInt32LE(0xfffffff0, zip.lastIndexOf(Buffer.from('PK\x05\x06')) + 16);
    // Try wrong lengths, above and below the true length.
    const [short, long] = [-1, 1].map((more) => {
      const lying = Buffer.from(zip);
      lying.writeUInt32LE(text.length + more, zip.lastIndexOf(Buffer.from('PK\x01\x02')) + 24);
      return lying;
    });
    const cut = [zip.subarray(0, zip.length - 40), zip.subarray(0, 20)];
    for (const bad of [...cut, damaged, method, encrypted, outside, short, long]) {
      if (!bad) throw new Error('no file');
      await expect(read(bad)).rejects.toThrow(ListError);
    }
    await expect(read(gzipSync(text).subarray(0, 9_000))).rejects.toThrow(ListError);
  });
  it('fails if its unpacked size is too large', async () => {
    // A zip file declares the length of its entry. A gzip file does not, and may have many members.
    const zip = toZip('bomb.csv', text);
    zip.writeUInt32LE(TOO_LONG_BYTES, zip.lastIndexOf(Buffer.from('PK\x01\x02')) + 24);
    const member = gzipSync(Buffer.alloc(TOO_LONG_BYTES / 64));
    for (const bomb of [zip, Buffer.concat(Array.from({ length: 64 }, () => member))]) {
      const unpackAll = async () => {
        let longest = 0;
        for await (const piece of unpack(bomb)) longest = Math.max(longest, piece.length);
        return longest;
      };
      await expect(unpackAll()).rejects.toThrow('far too long');
    }
  });
});
