import { expect, it } from 'vitest';
import { renderDomainMarkdown } from '../../../src/site/content/views/domain/domain-markdown.ts';
import { domainView } from '../../../src/site/content/views/domain/domain-view.ts';
import { detailOf } from '../domain-fixture.ts';

const service = { name: 'Directory', baseUrl: 'https://dir.example' };
const visited = { facts: { last_checked: '2026-11-22T10:00:00.000Z' }, findings: [] };

it('reports no problems for a file without findings', () => {
  const { health } = domainView(detailOf('a.example', visited), service);
  expect(health?.[0]).toBe('No problems found');
});

it('reports nothing about an unreadable file', () => {
  expect(domainView(detailOf('a.example', { ...visited, preview: null }), service).health).toBeNull();
});

it('shows the first sections of a file without a summary', () => {
  const section_names = ['Guides', 'SDKs'];
  const silent = { summary: null, description: null };
  const view = domainView(detailOf('a.example', { facts: silent, section_names }), service);
  expect(view.contents).toBe('Guides · SDKs');
  expect(view.description).toMatch(/^Guides · SDKs /);
  expect(domainView(detailOf('a.example', visited), service).contents).toBeNull();
});

it('counts the last valid version after the site serves no file, and labels it', () => {
  const facts = { ...visited.facts, status: 'invalid', tier: 'unlisted', sections: null, links: null } as const;
  const view = domainView(detailOf('a.example', { ...visited, facts }), service);
  expect(view.outline?.size).not.toMatch(/^0|· 0 links/);
  expect(view.outlineHeading).toBe('What the last valid llms.txt offered');
  expect(renderDomainMarkdown(view, service.baseUrl)).toContain('## What the last valid llms.txt offered');
});

it('names the part of a large file that the filter searches', () => {
  const scopeOf = (links: number) => domainView(detailOf('a.example', { facts: { links } }), service).linksScope;
  expect([scopeOf(1_000), scopeOf(1_001)]).toEqual(['in the whole file', 'in the first 1,000 links']);
});

it('promises no score, findings or badge for a site that is kept out unread', () => {
  const components = { reach: null, trust: null, quality: null, freshness: null };
  const facts = { ...visited.facts, status: 'pending', tier: 'rejected', authority: null } as const;
  const unread = detailOf('a.example', { ...visited, facts, rejection: 'opt-out', components, preview: null });
  const view = domainView(unread, service);
  expect(view.authority.note).toBe('No score, because the site is kept out of the directory.');
  expect(view.findings[0]?.empty).toBe('No visit has read the file.');
  const parked = detailOf('a.example', { ...visited, facts: { ...visited.facts, tier: 'rejected' } });
  expect(domainView(parked, service).badge).toBe(false);
});
