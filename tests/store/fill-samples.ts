import { parse } from '#llmstxt';
import { searchTextOf } from '../../src/search/search-text.ts';
import type { Store } from '../../src/store/store.ts';
import { LISTED, T0, visitOf } from './sample-visit.ts';

/** Files of invented sites by domain: words of the record and of the file, in several languages, at several weights. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  'payments.example':
    '# Kestrel Pay\n\n> Take payments online.\n\nPayments by card, payment by transfer.\n\n## Guides\n\n- [Refund a payment](https://payments.example/refunds)\n',
  'shop.example': '# Shop\n\n> Red shoes.\n\nWe take every payment by card. Running shoes in red, and cheap ones.\n',
  'clusters.example':
    '# Clusters\n\n> Run kubernetes without servers.\n\n## Docs\n\n- [Webhooks](https://clusters.example/h)\n',
  'tides.example':
    '# Tide tables\n\n> For harbors.\n\nTables of the tide for each harbor.\n\n## Data\n\n- [Web hook events](https://tides.example/hooks)\n',
  'harbors.example':
    '# Harbor masters\n\n> Who keeps tide tables for a harbor.\n\nHarbor rules and tables. Online payments.\n',
  'zahlung.example': '# Zahlung\n\n> Wir nehmen die Zahlungen der Kunden für den Shop mit der Karte an.\n',
  'nihon.example': '# 日本語学校\n\n> 日本の言葉を学ぶ。\n',
  'attorney.example': '# Attorneys at law\n\n> An attorney for every case.\n',
  'kestrels.example': '# Kestrels\n\n> Birds. A kestrel hovers over a field.\n',
  'kube.example':
    '# Kube\n\n> Clusters for kubernetes.\n\nA kubernetes cluster in a minute; one more cluster in two.\n',
};

/** Fills a store with them as visits would, each with an authority of its own, and lets an owner describe one. */
export async function fillSamples(store: Store): Promise<void> {
  await store.track(Object.keys(SAMPLE_FILES));
  await store.openRun({ id: 'samples', kind: 'scheduled' });
  const leased = await store.lease({ run: 'samples', worker: 'w', limit: 100, leaseMs: 60_000 });
  for (const [at, one] of leased.entries()) {
    const { domain } = one.state;
    const body = SAMPLE_FILES[domain] ?? '';
    const document = parse(body, { url: `https://${domain}/llms.txt` });
    const next = { ...LISTED, authority: 20 + at * 7, title: document.title, summary: document.summary };
    await store.apply(visitOf(one, 'samples', T0, next, { searchText: searchTextOf(body, document) }));
  }
  const owner = { verified_at: new Date(T0).toISOString(), nested_llms_txt: [], contact: null };
  await store.setOwners([
    { ...owner, domain: 'kestrels.example', description: 'On payment in kind', tags: ['birds', 'tide'] },
  ]);
  await store.settleRun('samples');
  await store.countWords();
}
