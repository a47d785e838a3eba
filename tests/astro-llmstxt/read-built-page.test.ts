import { expect, it } from 'vitest';
import { composeFile } from '../../packages/llmstxt/pages/compose-file.ts';
import { readBuiltPage } from '../../packages/llmstxt/pages/read-built-page.ts';

/** Sidebar of Starlight 0.42 without styles and scripts. */
const SIDEBAR = `<nav class="sidebar print:hidden" aria-label="Main"><ul class="top-level">
<li><a href="/intro/"><span>Intro</span></a></li>
<li><details open><summary><span class="group-label"><span class="large">Start here</span></span><svg></svg></summary>
<ul><li><a href="/z/install/" aria-current="page"><span>Install</span></a></li>
<li><details><summary>Deep</summary><ul><li><a href="/a/deep/"><span>Deep dive</span></a></li></ul></details></li></ul></details></li>
<li><details open><summary>Reference</summary><ul><li><a href="/options/">Options</a></li></ul></details></li>
</ul></nav>`;

it('reads the name, description, address and sidebar groups of a page', () => {
  const html = `<!doctype html><html><head><title>Install | Teapot</title>
<meta name="Description" content=" How to\n install it. "><meta property="og:site_name" content="Teapot">
<link rel="canonical" href="https://docs.example/z/install/"></head><body>${SIDEBAR}<h1>Install <em>now</em></h1></body></html>`;
  expect(readBuiltPage(html)).toMatchObject({
    heading: 'Install now',
    title: 'Install | Teapot',
    description: 'How to install it.',
    siteName: 'Teapot',
    canonical: 'https://docs.example/z/install/',
    noindex: false,
    sidebar: [
      { title: 'Start here', hrefs: ['/z/install/', '/a/deep/'] },
      { title: 'Reference', hrefs: ['/options/'] },
    ],
  });
});

it('orders sections and links by the sidebar, and appends all other pages', () => {
  const pages = ['', 'a/deep', 'intro', 'options', 'z/install'].map((path) => ({
    path,
    url: `https://docs.example/${path === '' ? '' : `${path}/`}`,
    page: readBuiltPage(`<title>Page ${path}</title>${SIDEBAR}`),
  }));
  const lines = composeFile(pages, { title: 'Teapot' }, 'https://docs.example/').split('\n').filter(Boolean);
  expect(lines).toEqual([
    '# Teapot',
    '## Start here',
    '- [Page z/install](https://docs.example/z/install/)',
    '- [Page a/deep](https://docs.example/a/deep/)',
    '## Reference',
    '- [Page options](https://docs.example/options/)',
    '## Pages',
    '- [Page intro](https://docs.example/intro/)',
  ]);
});
