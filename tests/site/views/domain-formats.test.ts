import { tmpdir } from 'node:os';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { DomainDetail } from '../../../src/directory/detail.ts';
import type { Version } from '../../../src/directory/version.ts';
import { compileSite } from '../../../src/site/build/compile-site.ts';
import { renderDomainFiles } from '../../../src/site/build/domain-files.ts';
import { loadSiteApp } from '../../../src/site/build/site-app.ts';
import { formatDate, formatInstant } from '../../../src/site/content/format/dates.ts';
import { domainView } from '../../../src/site/content/views/domain/domain-view.ts';
import { NOUNS } from '../../../src/site/content/views/findings/findings-view.ts';
import type { Fact, Phrase } from '../../../src/site/content/views/phrase.ts';
import { finding, toDetail } from '../domain-fixture.ts';

const service = { name: 'Harbour directory', baseUrl: 'https://dir.example' };
const UNKNOWN = { reach: null, trust: null, quality: null, freshness: null };
const FAILURE = {
  kind: 'network',
  count: 3,
  since: '2026-11-18T04:00:00.000Z',
  last_at: '2026-11-19T04:00:00.000Z',
  reason: 'timeout',
} as const;

/** Domains, one in each state of a page. */
const STATES: readonly (readonly [string, DomainDetail])[] = [
  ['listed', toDetail()],
  [
    'verified and featured, with an owner’s words',
    toDetail('harbour.example', {
      facts: {
        verified: true,
        verified_at: '2026-05-05T00:00:00.000Z',
        tier: 'featured',
        authority: 72,
        description: 'Written by *the owner*.',
        contact: 'harbour_master@harbour.example',
      },
      proof_missing_since: '2026-11-18T08:05:00.000Z',
    }),
  ],
  [
    'invalid from the first visit on: judged, without a score',
    toDetail('harbour.example', {
      facts: { status: 'invalid', tier: 'unlisted', authority: null, sections: null, links: null },
      components: { reach: 22, trust: 88, quality: 0, freshness: null },
      preview: null,
      history: [],
    }),
  ],
  [
    'waiting for its first visit',
    toDetail('harbour.example', {
      facts: { status: 'pending', tier: null, authority: null, last_checked: null, sections: null, links: null },
      components: UNKNOWN,
      preview: null,
      findings: [],
      evidence: null,
      history: [],
    }),
  ],
  [
    'blocked before its first visit',
    toDetail('harbour.example', {
      facts: { status: 'pending', tier: 'rejected', authority: null, last_checked: null, sections: null, links: null },
      components: UNKNOWN,
      preview: null,
      findings: [],
      evidence: null,
      history: [],
      rejection: 'block-list',
    }),
  ],
  [
    'unreachable, with the score it had',
    toDetail('harbour.example', {
      facts: { status: 'unreachable', tier: 'unlisted', authority: 49 },
      failure: FAILURE,
    }),
  ],
  ['rejected', toDetail('harbour.example', { facts: { tier: 'rejected' }, rejection: 'spam' })],
  [
    'one with further files',
    toDetail('harbour.example', {
      nested: [
        {
          url: 'https://harbour.example/docs/llms.txt',
          status: 200,
          failure: null,
          valid: true,
          findings: [finding()],
        },
        { url: 'https://harbour.example/old/llms.txt', status: null, failure: 'timeout', valid: false, findings: [] },
      ],
    }),
  ],
];

const app = await loadSiteApp((await compileSite(tmpdir())).dir, service);

async function listFormats(detail: DomainDetail) {
  const files = await renderDomainFiles(app, detail, service, 'full');
  const textIn = (extension: string) =>
    Buffer.from(files.find(({ path }) => path.endsWith(extension))?.body ?? '').toString();
  return {
    html: textIn('.example.html'),
    record: JSON.parse(textIn('.example.json')),
    markdown: textIn('.example.md').replace(/\\(?=[\\`*_{}[\]<>#|~@.:+-])/g, ''),
  };
}

/** Returns the visible text of a page with single blanks. */
function toText(html: string): string {
  const texts: string[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if ('value' in node) texts.push(node.value);
    if ('childNodes' in node && !['script', 'style'].includes(node.nodeName)) node.childNodes.forEach(walk);
  };
  walk(parse(html));
  return texts.join('').replace(/\s+/g, ' ');
}

const splitWords = (phrase: Phrase) =>
  phrase.map((part) => {
    if (typeof part === 'string') return part;
    if ('at' in part) return formatInstant(part.at);
    if ('on' in part) return formatDate(part.on);
    return Object.values(part).at(-1) ?? '';
  });

/** Returns statements that every format must contain. */
function listStatements(detail: DomainDetail): string[] {
  const { head, marks, warnings, facts, waiting, authority, findings, outline, claim } = domainView(detail, service);
  const factWords = (all: readonly Fact[]) => all.flatMap(({ label, value }) => [label, ...splitWords(value)]);
  const always = [
    head.name,
    head.summary,
    head.description,
    ...head.tags.map(({ name }) => name),
    ...marks.flatMap(({ label, note }) => [label, note]),
    ...warnings.flatMap(splitWords),
    ...factWords(facts),
    ...(claim?.methods.flatMap(({ description, snippet }) => [description, snippet]) ?? []),
  ];
  const visited = [
    authority.note,
    ...authority.parts.flatMap(({ name, points }) => [name, points]),
    ...authority.sums.flatMap(({ label, points }) => [label, points]),
    ...findings.flatMap(({ heading, rules, empty }) => [
      heading,
      ...(rules.length === 0 ? [empty] : []),
      ...rules.flatMap(({ severity, places }) => [NOUNS[severity], places[0]?.message, places[0]?.fix]),
    ]),
    outline?.size,
    ...(outline?.sections.flatMap(({ title, links }) => [
      title,
      ...links.flatMap(({ name, notes }) => [name, notes]),
    ]) ?? []),
  ];
  return [...always, ...(waiting ? [waiting.heading, waiting.text] : visited)].flatMap((words) => words?.trim() || []);
}

describe('the page of a domain', () => {
  it.each(STATES)('states in each format, and in no format what is not known: %s', async (_, detail) => {
    const { html, record, markdown } = await listFormats(detail);
    const text = toText(html);
    const statements = listStatements(detail);
    expect(statements.length).toBeGreaterThan(15);
    expect(statements.filter((words) => !text.includes(words))).toEqual([]);
    expect(statements.filter((words) => !markdown.includes(words))).toEqual([]);

    const isJudged = Object.values(record.components).some((value) => value !== null);
    expect(html.includes('How the authority adds up')).toBe(isJudged);
    expect(markdown.includes('| component | score |')).toBe(isJudged);
    const isDue = detail.facts.last_checked === null && detail.rejection === null;
    for (const page of [html, markdown]) {
      expect(page.includes('No score yet.')).toBe(!isJudged && record.last_checked !== null);
      expect(page.includes('These parts add up to a score once')).toBe(isJudged && record.authority === null);
      expect(/waiting for (the|its) first visit/i.test(page)).toBe(isDue);
    }
    // Without instructions, no link leads to them.
    const { verified } = detail.facts;
    expect([html.includes('id="verify"'), markdown.includes('## Verify this domain'), 'claim' in record]).toEqual(
      Array(3).fill(!verified),
    );
    if (html.includes('href="#verify"')) expect(html).toContain('id="verify"');
  });

  it('stays below 80 kB with 50 versions', async () => {
    const long = 'A text that is as long as a stored one can be. '.repeat(3).slice(0, 120);
    const change = {
      kind: 'link-notes',
      section: long,
      url: long,
      title: long,
      notes: null,
      before: long,
      after: long,
    };
    const changes: Version['changes'] = {
      total: 900,
      kinds: [{ kind: 'link-notes', count: 900 }],
      first: Array.from({ length: 5 }, () => ({ ...change, kind: 'link-notes' })),
    };
    const size = { bytes: 200_000, tokens: 50_000, title: long, sections: 40, links: 900, quality: 70 };
    const seen = {
      first_seen: FAILURE.since,
      last_seen: FAILURE.since,
      status: 'valid',
      hash: 'a'.repeat(64),
    } as const;
    const versions = Array.from({ length: 50 }, (_, at) => ({
      version: 50 - at,
      ...size,
      ...seen,
      has_text: true,
      changes,
    }));
    const { html } = await listFormats(toDetail('harbour.example', { versions }));
    expect(html.match(/<strong>Version \d+<\/strong>/g)).toHaveLength(50);
    expect(Buffer.byteLength(html)).toBeLessThan(80_000);
  });

  it('states the full number of sections and links, even with a cut preview', async () => {
    const preview = toDetail().preview;
    if (!preview) throw new Error('the fixture has no preview');
    const detail = toDetail('harbour.example', {
      facts: { sections: 12, links: 3_450 },
      preview: { ...preview, truncated: true },
    });
    const { html, markdown } = await listFormats(detail);
    const totals = '12 sections · 3,450 links';
    expect([toText(html).includes(totals), markdown.includes(totals)]).toEqual([true, true]);
  });
});
