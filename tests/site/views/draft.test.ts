import { expect, it } from 'vitest';
import { draftView, renderDraftMarkdown } from '../../../src/site/content/views/draft/draft-view.ts';

const draft = { domain: 'a.example', text: '# A', pages_read: 1, notes: [] };

it('warns that the site already has a file', () => {
  const view = draftView({ ...draft, published: 'https://a.example/llms.txt' });
  expect(view.warning).toContain('already publishes a valid file at https://a.example/llms.txt.');
  expect(renderDraftMarkdown(view, 'https://dir.example')).toContain('already publishes a valid file');
  expect(draftView({ ...draft, published: null }).warning).toBeNull();
});
