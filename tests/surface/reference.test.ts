import { expect, it } from 'vitest';
import { renderReference } from '../../functions/http/reference.ts';
import { parseDoc } from '../../src/site/views/docs/doc.ts';
import { renderDocMarkdown } from '../../src/site/views/docs/docs-markdown.ts';

it('matches the operations (update: `npx vitest run tests/surface/reference.test.ts -u`)', async () => {
  await expect(renderReference()).toMatchFileSnapshot('../../src/content/docs/reference.md');
});

it('contains no HTML in its Markdown', () => {
  const facts = { baseUrl: 'https://directory.example', example: 'site.example' };
  const text = renderDocMarkdown(parseDoc('reference', renderReference()), facts);
  expect(text).not.toMatch(/^<\/?[a-z]/m);
  expect(text).toContain('\n\n### GET /v1/stats\n\nDirectory-wide counts');
});
