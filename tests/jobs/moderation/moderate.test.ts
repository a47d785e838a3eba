import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/crawl/steps/judge.ts';
import { newDomain } from '../../../src/directory/new-domain.ts';
import type { DomainState, Rejection } from '../../../src/directory/state.ts';
import { formatCase } from '../../../src/jobs/moderation/format-case.ts';
import { moderate, type OperatorAction } from '../../../src/jobs/moderation/moderate.ts';
import { GOOD_FILE, observed } from '../../functions/http/an-observation.ts';

const scored = {
  status: 'valid' as const,
  rejection: null,
  verified: true,
  authority: 65,
  components: { reach: 10, trust: 80, quality: 90, freshness: 30 },
};

describe('decision of an operator', () => {
  const hidden = (ruling: Rejection) => ({ ruling, rejection: ruling, tier: 'rejected' });
  it.each<[string, Rejection | null, Rejection | null, OperatorAction, object]>([
    [
      'block hides and keeps away',
      null,
      null,
      { action: 'block' },
      { ...hidden('block-list'), visited: false, authority: 65 },
    ],
    ['opt-out too', null, null, { action: 'opt-out' }, { ...hidden('opt-out'), visited: false }],
    ['reject hides only', null, null, { action: 'reject', as: 'spam' }, { ...hidden('spam'), visited: true }],
    [
      'unblock shows again',
      'block-list',
      'block-list',
      { action: 'unblock' },
      { ruling: null, rejection: null, tier: 'featured', visited: true },
    ],
    [
      'unblock overrules what a visit found',
      null,
      'parked',
      { action: 'unblock' },
      { rejection: null, tier: 'featured' },
    ],
    [
      'transfer takes the bonus with the owner',
      null,
      null,
      { action: 'transfer' },
      { rejection: null, verified: false, authority: 50, tier: 'listed', visited: true },
    ],
    [
      'transfer leaves a block standing',
      'block-list',
      'block-list',
      { action: 'transfer' },
      { ...hidden('block-list'), verified: false, visited: false },
    ],
    [
      'transfer leaves what a visit found',
      null,
      'parked',
      { action: 'transfer' },
      { rejection: 'parked', tier: 'rejected' },
    ],
  ])('results in: %s', (_, ruling, rejection, decided, expected) => {
    expect(moderate({ ...scored, rejection }, ruling, decided)).toMatchObject(expected);
  });

  it('adds no score to a domain without a score', () => {
    const pending = { ...scored, status: 'pending' as const, authority: null, verified: true };
    expect(moderate(pending, null, { action: 'transfer' })).toMatchObject({ authority: null, tier: null });
  });
});

describe('visit of a site after an operator’s decision', () => {
  const site = { ...newDomain('a.example', '2026-01-01T00:00:00.000Z'), ...scored, verified: false };
  const visit = (previous: DomainState) =>
    judge(previous, observed('a.example', { status: 200, body: GOOD_FILE }), { now: 0, random: () => 0.5 }).next;

  it.each(['spam', 'parked', 'opt-out', 'block-list'] as const)('keeps the ruling %s', (ruling) => {
    const next = visit({ ...site, ruling, rejection: ruling, tier: 'rejected' });
    expect(next).toMatchObject({ status: 'valid', rejection: ruling, tier: 'rejected' });
  });

  it('revokes a rejection that came from a visit', () => {
    expect(visit({ ...site, rejection: 'spam', tier: 'rejected' })).toMatchObject({ rejection: null, tier: 'listed' });
  });
});

it('shows text of strangers without its control characters', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const shown = formatCase({
    facts: { ...newDomain('a.example', at), title: 'evil\u001b[2J\u202etitle' },
    basis: scored,
    ruling: null,
    due_at: null,
    failure: null,
    key: null,
    key_generation: 0,
    proof: null,
    webhook_state: null,
    email_state: null,
    log: [{ at, domain: 'a.example', action: 'block', rejection: null, note: '\u0007', operator: 'o' }],
  });
  expect(shown).toContain('evil�[2J�title');
  expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
