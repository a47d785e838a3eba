import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { aFinding } from '../directory/a-site.ts';
import { LISTED, visitNow } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';

/** Tests of rehearsal reads for any store. */
export function describeRehearsal(opened: TestStore): void {
  describe('reads of a rehearsal', () => {
    beforeEach(() => opened.store.openRun({ id: 'run', kind: 'scheduled' }));

    const visit = async (domain: string, next = {}, more = {}) => {
      await opened.store.track([domain]);
      await visitNow(opened, domain, { ...LISTED, ...next }, more);
    };
    const noise = randomBytes(250_000).toString('base64');
    /** Returns a text. A step contains about four texts of its compressed length. */
    const toBody = (domain: string) => `# ${domain}\n${noise}\n`;
    const toText = (domain: string) => ({ findings: [], text: { hash: `hash of ${domain}`, body: toBody(domain) } });

    it('lists every valid site with a text once, by name, for any step size', async () => {
      const domains = Array.from({ length: 6 }, (_, at) => `site${String(at).padStart(2, '0')}.example`);
      for (const domain of domains) await visit(domain, {}, toText(domain));
      await visit('invalid.example', { status: 'invalid' }, toText('invalid.example'));
      const seen: string[] = [];
      let steps = 0;
      for (let page = await opened.store.listStoredVisits(null); page.length > 0; ) {
        for (const { domain, text } of page) {
          expect(text).toBe(toBody(domain));
          seen.push(domain);
        }
        steps++;
        page = await opened.store.listStoredVisits(seen.at(-1) ?? null);
      }
      expect(seen).toEqual(domains);
      expect(steps).toBe(2);
    });

    it('counts skipped sites, and sites parked by their homepage separately', async () => {
      const parked = { status: 'invalid', tier: 'rejected', rejection: 'parked' };
      await visit('valid.example', {}, toText('valid.example'));
      await visit('homepage.example', parked, { findings: [] });
      await visit('answer.example', parked, { findings: [aFinding('parked-page', 'error')] });
      await visit('broken.example', { status: 'invalid' }, { findings: [] });
      await opened.store.track(['waiting.example']);
      expect(await opened.store.countUnjudgedSites()).toEqual([
        { status: 'invalid', by_homepage: false, sites: 2 },
        { status: 'invalid', by_homepage: true, sites: 1 },
        { status: 'pending', by_homepage: false, sites: 1 },
      ]);
    });
  });
}
