import { expect, it } from 'vitest';
import { BENEFITS } from '../../src/directory/record.ts';

it('states the benefits of a verification in the words of the interface', () =>
  expect(BENEFITS).toEqual([
    'Sorted first in every listing and search result.',
    '`verified: true` in API responses; included in `verified=true` queries.',
    '+15 authority. The featured tier (do-follow links) is reached from authority 60 instead of 70.',
    "Link in the service's llms.txt.",
    'Embeddable `verified` SVG badge that links back to the domain page.',
    'Breakage alerts by webhook or e-mail when the llms.txt stops validating or the proof disappears.',
    'Editable profile: description, tags, nested llms.txt files, contact.',
    'Lookup analytics and score history via `GET /v1/sites/{domain}/stats`.',
    'Instant recrawl on demand.',
  ]));
