import { describe, expect, it } from 'vitest';
import { findRefreshTarget } from '../../src/extract/find-refresh-target.ts';

const PAGE = 'https://a.example/docs/';
const read = (content: string) => findRefreshTarget(`<meta http-equiv="refresh" content="${content}">`, PAGE);

describe('findRefreshTarget', () => {
  // Forms of https://html.spec.whatwg.org/#shared-declarative-refresh-steps
  it.each([
    '0; url=/new',
    '0;URL=/new',
    '0,url = /new',
    '0 url=/new',
    '0 /new',
    ' .5 ; /new ',
    "0; url='/new'",
    "0; url='/new' and more",
    '0; url=&quot;/new&quot;',
    '0;\nurl=/new',
  ])('finds the URL in %j', (content) => {
    expect(read(content)).toBe('https://a.example/new');
  });

  it('finds a URL with spaces', () => {
    expect(read('0; url=/new page')).toBe('https://a.example/new%20page');
  });

  it.each(['0', '0;', '0; url=', '300 ', '0url=/new', 'url=/new', "0; url= ''", '0; url=/docs/#part'])(
    'finds no URL in %j',
    (content) => {
      expect(read(content)).toBeNull();
    },
  );
});
