import { afterAll, describe, expect, it, vi } from 'vitest';
import { openTextThreads } from '../../../functions/texts/text-threads.ts';
import { packText } from '../../../src/store/packed-text.ts';
import { aVersionText } from '../../store/a-version-text.ts';
import { PATIENT_DEADLINES } from './patient-deadlines.ts';

const texts = openTextThreads(PATIENT_DEADLINES);
afterAll(() => texts.close());

const read = (body: string) => texts.readDocument({ registry: 'npm', body: Buffer.from(body) }, '192.0.2.0/24');

describe('reader of stored texts', () => {
  const body = `# Tea\n\n## Docs\n\n${'- [Tea](https://tea.dev/a): how to make tea\n'.repeat(2_000)}`;

  it('counts the clients of a network as one, so that they do not fill the queue for others', async () => {
    const patient = openTextThreads(PATIENT_DEADLINES);
    const readBy = (client: string) => patient.readPart({ body, section: null, page: 1 }, client);
    const crowd = Array.from({ length: 20 }, (_, i) => readBy(`2001:db8:1:${i.toString(16)}::/64`));
    const other = readBy('2001:db8:2:1::/64');
    const refused = (await Promise.allSettled(crowd)).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect((await other).part?.text).toContain('# Tea');
    await patient.close();
  });

  it('answers the retry of a read that missed its deadline', async () => {
    const hasty = openTextThreads({ ...PATIENT_DEADLINES, readMs: 1 });
    const file = { answer: null, bytes: body.length, seen: null, text: packText(body) };
    const versions = { before: aVersionText(1, body), after: aVersionText(2, '') };
    const busy = { code: 'service.busy' };
    await expect(hasty.readFile(file, '192.0.2.1')).rejects.toMatchObject(busy);
    await expect(hasty.compare(versions, '192.0.2.1')).rejects.toMatchObject(busy);
    const retry = <Output>(read: () => Promise<Output>) =>
      vi.waitFor(read, { timeout: PATIENT_DEADLINES.readMs, interval: 500 });
    expect((await retry(() => hasty.readFile(file, '192.0.2.1'))).preview?.title).toBe('Tea');
    expect((await retry(() => hasty.compare(versions, '192.0.2.1'))).total).toBeGreaterThan(0);
    await hasty.close();
  });
});

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
