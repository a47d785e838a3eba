import { describe, expect, it } from 'vitest';
import { paths } from '../../../src/directory/urls.ts';
import { checkedFiles } from '../../../src/site/build/checked-files.ts';
import { computeCheckedPart } from '../../../src/site/checked-part.ts';

const DAY = '2026-11-26';
const visits = new Map([
  ['one.example', { at: `${DAY}T10:00:00.000Z`, refused: false }],
  ['two.example', { at: '2026-11-20T10:00:00.000Z', refused: true }],
  ['eno.example', { at: `${DAY}T11:00:00.000Z`, refused: false }],
  ['new.example', { at: null, refused: false }],
]);

async function read(files: ReturnType<typeof checkedFiles>, domain: string) {
  const file = files.find(({ path }) => `/${path}` === paths.checked(computeCheckedPart(domain)));
  return JSON.parse(String(await file?.make()));
}

describe('set of last-visit files', () => {
  it('lists every visited site by day in the file of its page, with one store read', async () => {
    let reads = 0;
    const readLastVisits = async () => {
      reads += 1;
      return visits;
    };
    const files = checkedFiles({ readLastVisits }, DAY);
    expect(computeCheckedPart('one.example')).toBe(computeCheckedPart('eno.example'));
    expect((await read(files, 'one.example'))[DAY]).toEqual(['one.example', 'eno.example']);
    expect((await read(files, 'two.example'))['2026-11-20']).toEqual(['two.example']);
    const bodies = await Promise.all(files.map(async ({ make }) => String(await make())));
    expect(bodies.join()).not.toContain('new.example');
    expect(bodies.join().match(/\w+\.example/g)).toHaveLength(3);
    expect(reads).toBe(1);
  });

  it('changes only once a day', () => {
    const toInput = (day: string) => checkedFiles({ readLastVisits: async () => visits }, day)[0]?.input();
    expect(toInput(DAY)).toEqual(toInput(DAY));
    expect(toInput(DAY)).not.toEqual(toInput('2026-11-27'));
  });

  it('appears after the store is back', async () => {
    let isAway = true;
    const readLastVisits = async () => {
      if (isAway) throw new Error('the store is away');
      return visits;
    };
    const files = checkedFiles({ readLastVisits }, DAY);
    await expect(read(files, 'one.example')).rejects.toThrow('the store is away');
    isAway = false;
    expect(await read(files, 'two.example')).toHaveProperty('2026-11-20');
  });
});
