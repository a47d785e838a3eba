import { expect, it } from 'vitest';
import { renderReference } from '../../.ci/reference/reference.ts';
import { parseDoc } from '../../src/site/content/views/docs/doc.ts';
import { renderDocMarkdown } from '../../src/site/content/views/docs/docs-view.ts';

it.each([...renderReference()])(
  'keeps %s equal to the operations (update: `npx vitest run tests/surface/reference.test.ts -u`)',
  async (name, text) => {
    await expect(text).toMatchFileSnapshot(`../../src/content/docs/${name}.md`);
  },
);

it('contains no HTML in its Markdown', () => {
  const facts = { baseUrl: 'https://directory.example', example: 'site.example' };
  const texts = [...renderReference()].map(([name, text]) => renderDocMarkdown(parseDoc(name, text), facts));
  for (const text of texts) expect(text).not.toMatch(/^<\/?[a-z]/m);
  expect(texts.join('\n')).toContain('\n\n## **GET** /v1/stats\n\nReturns the number of tracked domains');
});
