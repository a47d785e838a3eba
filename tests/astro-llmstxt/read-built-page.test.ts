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
      { group: null, hrefs: ['/intro/'] },
      { group: 'Start here', hrefs: ['/z/install/', '/a/deep/'] },
      { group: 'Reference', hrefs: ['/options/'] },
    ],
  });
});

it('reads a page with an SVG that has a title or an empty element', () => {
  const page = (svg: string) => readBuiltPage(`<body>${svg}<title>Teapot</title><h1>Pour ${svg}</h1><main>Tea</main>`);
  for (const svg of ['<svg><title>Logo</title></svg>', '<svg><title/><style/></svg>', '<svg/>']) {
    expect(page(svg)).toMatchObject({ title: 'Teapot', heading: 'Pour', text: 'Tea' });
  }
});

it('reads relations in any case, and unquoted values with an equals sign', () => {
  const html =
    '<link rel="nofollow Canonical" href=/tea?page=2><link hreflang=X-Default href=/en><a href=/find?q=tea&n=2>';
  expect(readBuiltPage(html)).toMatchObject({
    canonical: '/tea?page=2',
    defaultUrl: '/en',
    hrefs: ['/find?q=tea&n=2'],
  });
});

it('reads a mebibyte of tags without an end in linear time', () => {
  expect(readBuiltPage(`<h1>A</h1><p>${'a-b<'.repeat(262_144)}`).heading).toBe('A');
});

it('reads the sidebar of VitePress', () => {
  const link = (href: string) => `<div class="VPSidebarItem level-1 is-link"><a href="${href}"><p>Page</p></a></div>`;
  const html = `<nav><div class="group"><section class="VPSidebarItem level-0">${link('/intro.html')}</section></div>
<div class="group"><section class="VPSidebarItem level-0 collapsed"><div class="item"><h2 class="text">Guide</h2></div>
<section class="VPSidebarItem level-1"><h3>Deep</h3>${link('/deep.html')}</section>${link('/a.html')}</section></div></nav>`;
  expect(readBuiltPage(html).sidebar).toEqual([
    { group: null, hrefs: ['/intro.html'] },
    { group: 'Guide', hrefs: ['/deep.html', '/a.html'] },
  ]);
});

it('orders sections and links by the sidebar, and appends other pages to the section of their folder', () => {
  const pages = ['', 'a/deep', 'intro', 'options', 'other', 'z/install'].map((path) => ({
    path,
    url: `https://docs.example/${path === '' ? '' : `${path}/`}`,
    page: readBuiltPage(`<title>Page ${path}</title>${SIDEBAR}`),
    isStart: path === '',
  }));
  const lines = composeFile(pages, { title: 'Teapot' }, 'https://docs.example/').split('\n').filter(Boolean);
  expect(lines).toEqual([
    '# Teapot',
    '## Pages',
    '- [Page intro](https://docs.example/intro/)',
    '- [Page other](https://docs.example/other/)',
    '## Start here',
    '- [Page z/install](https://docs.example/z/install/)',
    '- [Page a/deep](https://docs.example/a/deep/)',
    '## Reference',
    '- [Page options](https://docs.example/options/)',
  ]);
});
