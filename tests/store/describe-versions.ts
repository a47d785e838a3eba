import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeSummary } from '../../src/directory/version.ts';
import { unpackTextSync } from '../../src/store/packed-text.ts';
import { leaseOne } from './lease-one.ts';
import { readStoredPage } from './read-stored-page.ts';
import { DAY, instant, LISTED, T0, toPreview, toVisit } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';

/** Changes of a version that keep all links. */
const CHANGES: ChangeSummary = { total: 0, kinds: [], first: [] };

/** Tests of the versions of files for any store. */
export function describeVersions(opened: TestStore): void {
  describe('versions', () => {
    beforeEach(async () => {
      await opened.store.openRun({ id: 'run', kind: 'scheduled' });
      await opened.store.track(['a.example', 'b.example']);
    });

    /** Stores the next day's visit. Without a body, the file is unchanged. */
    async function visit(
      domain: string,
      body: string | null,
      next: Parameters<typeof toVisit>[3] = LISTED,
      changes: ChangeSummary | null = null,
    ) {
      opened.clock.now += DAY;
      const claimed = await leaseOne(opened.store, domain, 'run', DAY / 2);
      const text = body === null ? null : { hash: createHash('sha256').update(body).digest('hex'), body };
      const found = { ...(text && { text, preview: toPreview('A', 9), changes }) };
      const visited = toVisit(claimed, 'run', opened.clock.now, next, found);
      expect(await opened.store.apply(visited)).toEqual({ result: 'applied' });
    }
    const numbers = async (domain = 'a.example') =>
      (await opened.store.listVersions({ domain, page: 1, perPage: 100 }))?.versions.map(({ version }) => version);
    const readTexts = async (domain: string) => {
      const found = await opened.store.readVersions(domain, [1, 2]);
      return [...found].map(([version, { packed }]) => [version, unpackTextSync(packed)]).sort();
    };
    const countTexts = async () =>
      (await opened.query<{ n: number }>('select count(*)::int as n from directory.texts'))[0]?.n;

    it('counts every text, even a repeated text', async () => {
      for (const body of ['# One', '# Two', '# One']) await visit('a.example', body);
      const page = await opened.store.listVersions({ domain: 'a.example', page: 1, perPage: 2 });
      expect(page).toMatchObject({ total: 3, versions: [{ version: 3 }, { version: 2 }] });
      expect(page?.versions[0]).toMatchObject({ title: 'A', bytes: 9, tokens: 3, status: 'valid', has_text: true });
      expect(page?.versions[0]?.first_seen).toBe(instant(T0 + 3 * DAY));
      expect(await countTexts()).toBe(2);
      expect(await readTexts('a.example')).toEqual([
        [1, '# One'],
        [2, '# Two'],
      ]);
    });

    it('keeps the version if only the layout changes, or without a body', async () => {
      await visit('a.example', '# One\n\n- a  b\n');
      await visit('a.example', '\ufeff# One\r\n\r\n- a b \r\n');
      await visit('a.example', null);
      const page = await opened.store.listVersions({ domain: 'a.example', page: 1, perPage: 50 });
      expect(page?.versions).toMatchObject([
        { version: 1, first_seen: instant(T0 + DAY), last_seen: instant(T0 + 3 * DAY) },
      ]);
    });

    it('ignores times without a file', async () => {
      await visit('a.example', '# Zero');
      await visit('a.example', '# One');
      await visit('a.example', null);
      await visit('a.example', null, { ...LISTED, status: 'unreachable' });
      const page = await opened.store.listVersions({ domain: 'a.example', page: 1, perPage: 50 });
      const versions = [
        { version: 2, last_seen: instant(T0 + 3 * DAY), status: 'valid' },
        { version: 1, last_seen: instant(T0 + DAY) },
      ];
      expect(page?.versions).toMatchObject(versions);
      await visit('a.example', null, { ...LISTED, status: 'invalid' });
      expect((await opened.store.getDetail('a.example'))?.versions).toMatchObject(versions);
      await visit('a.example', null);
      expect((await opened.store.getDetail('a.example'))?.versions).toMatchObject([
        { last_seen: instant(T0 + 6 * DAY) },
        versions[1],
      ]);
    });

    it('keeps the texts of the last 50 versions, and the facts of all versions', async () => {
      for (let i = 1; i <= 53; i++) await visit('a.example', `# Text ${i}`);
      const page = await opened.store.listVersions({ domain: 'a.example', page: 1, perPage: 100 });
      expect(page?.total).toBe(53);
      expect(page?.versions.filter(({ has_text }) => has_text).map(({ version }) => version)).toEqual(
        Array.from({ length: 50 }, (_, i) => 53 - i),
      );
      expect(await countTexts()).toBe(50);
    });

    it('keeps no more texts of a site than a copy can read at once', async () => {
      const random = () => randomBytes(768 * 1024).toString('base64');
      for (let i = 0; i < 6; i++) await visit('a.example', random());
      const page = await opened.store.listVersions({ domain: 'a.example', page: 1, perPage: 50 });
      expect(page?.versions.map(({ has_text }) => has_text)).toEqual([true, true, true, false, false, false]);
    });

    it('keeps a text for as long as a version of some site needs it', async () => {
      await visit('a.example', '# One');
      await visit('b.example', '# One');
      await opened.store.removeDomain({ domain: 'a.example', note: 'asked', operator: 'me' });
      expect(await countTexts()).toBe(1);
      await opened.store.removeDomain({ domain: 'b.example', note: 'asked', operator: 'me' });
      expect(await countTexts()).toBe(0);
    });

    it('returns nothing of a rejected site, and no text of an unlisted site', async () => {
      await visit('a.example', '# One');
      await visit('a.example', null, { ...LISTED, tier: 'unlisted' });
      expect(await numbers()).toEqual([1]);
      expect((await opened.store.readVersions('a.example', [1, 1])).size).toBe(0);
      await visit('a.example', '# Two', { ...LISTED, tier: 'rejected', rejection: 'opt-out' });
      expect(await numbers()).toEqual([]);
      expect((await opened.store.readVersions('a.example', [1, 2])).size).toBe(0);
      expect((await readStoredPage(opened.store, 'a.example'))?.preview).toBe(null);
    });

    it('restores texts, versions and links after a rejected site is listed again', async () => {
      await visit('a.example', '# One');
      await visit('a.example', '# Two', { ...LISTED, tier: 'rejected', rejection: 'spam' }, CHANGES);
      expect(await numbers()).toEqual([]);
      await visit('a.example', null, { ...LISTED, rejection: null });
      expect(await numbers()).toEqual([2, 1]);
      expect(await readTexts('a.example')).toEqual([
        [1, '# One'],
        [2, '# Two'],
      ]);
      expect((await opened.store.getText('a.example'))?.body).toBe('# Two');
      expect((await readStoredPage(opened.store, 'a.example'))?.preview).toMatchObject({ title: 'Two' });
    });

    it('deletes a text and its metadata from all versions of a site', async () => {
      const forget = (version: number | null, domain = 'a.example') =>
        opened.store.forgetTexts({ domain, version, note: 'asked', operator: 'me' });
      for (const body of ['# One', '# Two', '# One', '# Three']) await visit('a.example', body, LISTED, CHANGES);
      await visit('b.example', '# One');
      expect(await forget(9)).toBe('no-version');
      expect(await forget(1, 'nobody.example')).toBe('unknown');
      expect(await forget(1)).toBe('forgotten');
      const page = await opened.store.listVersions({ domain: 'a.example', page: 1, perPage: 50 });
      expect(page?.versions.map((one) => [one.version, one.has_text, one.title, one.changes !== null])).toEqual([
        [4, true, 'A', false],
        [3, false, null, false],
        [2, true, 'A', false],
        [1, false, null, false],
      ]);
      expect([...(await opened.store.readVersions('a.example', [1, 2])).keys()]).toEqual([2]);
      // The equal text of another site stays.
      expect(await readTexts('b.example')).toEqual([[1, '# One']]);
      expect((await opened.store.getText('a.example'))?.body).toBe('# Three');
      expect(await opened.store.listModeration(1)).toMatchObject([{ action: 'forget', domain: 'a.example' }]);
    });

    it('deletes all texts, including the current file', async () => {
      await visit('a.example', '# One', {
        ...LISTED,
        title: 'Words',
        summary: 'of the file',
        content_hash: 'x',
        etag: 'e',
      });
      const forgetting = { domain: 'a.example', version: null, note: null, operator: 'me' };
      expect(await opened.store.forgetTexts(forgetting)).toBe('forgotten');
      expect(await countTexts()).toBe(0);
      expect(await opened.query('select from directory.texts')).toEqual([]);
      expect(await opened.store.getText('a.example')).toBe(null);
      expect(await readStoredPage(opened.store, 'a.example')).toMatchObject({
        facts: { title: null, summary: null },
        section_names: [],
        preview: null,
        findings: [],
      });
      const { state } = await leaseOne(opened.store, 'a.example', 'run', DAY);
      expect(state).toMatchObject({ content_hash: null, etag: null, last_modified: null });
      expect(await opened.store.forgetTexts(forgetting)).toBe('forgotten');
    });

    it('stores the changes of a version, and returns them for a listed site', async () => {
      const kept = async () =>
        (await opened.store.listVersions({ domain: 'a.example', page: 1, perPage: 50 }))?.versions.map(
          (version) => version.changes,
        );
      await visit('a.example', '# One');
      await visit('a.example', '# Two', LISTED, CHANGES);
      expect(await kept()).toEqual([CHANGES, null]);
      expect((await opened.store.getDetail('a.example'))?.versions.map(({ version }) => version)).toEqual([2, 1]);
      await visit('a.example', null, { ...LISTED, tier: 'unlisted' });
      expect(await kept()).toEqual([null, null]);
      await visit('a.example', null, { ...LISTED, tier: 'rejected', rejection: 'opt-out' });
      expect((await opened.store.getDetail('a.example'))?.versions).toEqual([]);
    });

    it('returns null for an untracked domain', async () => {
      expect(await opened.store.listVersions({ domain: 'c.example', page: 1, perPage: 50 })).toBeNull();
    });
  });
}
