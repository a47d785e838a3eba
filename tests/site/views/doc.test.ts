import { expect, it } from 'vitest';
import { parseDoc } from '../../../src/site/content/views/docs/doc.ts';

it('leaves comments for editors out of a document', () => {
  const text =
    '---\ntitle: A\ndescription: B\norder: 1\n---\nOne.\n\n<!-- made by `npm run x` -->\n| a |\n|---|\n<!-- end -->\n';
  expect(parseDoc('a', text).markdown).toBe('One.\n\n| a |\n|---|');
});
