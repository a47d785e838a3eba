import { expect, it } from 'vitest';
import { renderReference } from '../../functions/http/reference.ts';

it('the API reference is made from the operations; `npx vitest run tests/surface/reference.test.ts -u` writes it anew', async () => {
  await expect(renderReference()).toMatchFileSnapshot('../../src/content/docs/reference.md');
});
