import { afterAll, describe, expect, it } from 'vitest';
import { openTextThreads } from '../../../functions/texts/text-threads.ts';

const texts = openTextThreads();
afterAll(() => texts.close());

const read = (body: string) => texts.readDocument({ registry: 'npm', body: Buffer.from(body) }, '192.0.2.0/24');

describe('reader of registry documents', () => {
  const document = { homepage: 'https://tea.dev', readme: 'tea '.repeat(1_000_000) };

  it('reads a document of 4 MB', async () => {
    expect(await read(JSON.stringify(document))).toEqual([{ via: 'homepage', url: 'https://tea.dev/' }]);
  });

  it.each([
    ['lists', '[],'],
    ['objects', '{"é":0},'],
    ['open lists', '['],
  ])('refuses a document of 15 MB of %s, which would need more memory than a thread has', async (_, unit) => {
    const body = `{"homepage":"https://tea.dev","x":[${unit.repeat(15_000_000 / unit.length)}0]}`;
    expect(await read(body)).toBeNull();
  });

  it('reads a document with as many values and characters as allowed', async () => {
    const [x, readme] = [Array.from({ length: 160_000 }, (_, i) => ({ [`é${i}`]: [] })), 'é'.repeat(5_000_000)];
    expect(await read(JSON.stringify({ homepage: 'https://tea.dev', readme, x }))).not.toBeNull();
  });
});
