import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest, writeInto } from '../../temp-folder.ts';
import { runIn } from './run-in.ts';

const BASE = 'https://docs.example.com/';

let folder = '';
beforeEach(() => {
  folder = folderOfTest();
});

const write = (name: string, text: string | Uint8Array) => writeInto(folder, name, text);

const run = (...args: string[]) => runIn(folder, args);

/** Returns the links of the built file, relative to the base. */
async function build(...options: string[]): Promise<string[]> {
  expect(await run('build', folder, '--base', BASE, ...options)).toMatchObject({ code: 0 });
  expect(await run('check', '--base', BASE, '--max-warnings', '0', join(folder, 'llms.txt'))).toMatchObject({
    code: 0,
  });
  return listLinks('llms.txt');
}

const toText = (name = 'llms.txt') => readFileSync(join(folder, name), 'utf8');
/** Returns the names of the links. */
const listNames = () => [...toText().matchAll(/^- \[(.*?)\]/gm)].map(([, name]) => name);

function listLinks(name: string): string[] {
  return [...toText(name).matchAll(/\]\(https:\/\/docs\.example\.com\/([^)]*)\)/g)].map(([, path]) => path ?? '');
}

interface Head {
  readonly lang?: string;
  readonly head?: string;
  readonly main?: string;
}

function page(title: string, { lang = 'en', head = '', main = '' }: Head = {}): string {
  return `<!doctype html><html lang="${lang}"><head><title>${title} | Teapot</title>${head}</head><body><main>${main}<h1>${title}</h1></main></body></html>`;
}

const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">x</a>`).join('');

const list = (name: string, ...parts: string[]) => `<ul class="${name}">${parts.join('')}</ul>`;
const items = (name: string, pages: readonly string[]) =>
  list(name, ...pages.map((path) => `<li><a href="${path}.html">x</a></li>`));

/** Chapters of mdBook in two parts. */
const PARTS = [
  '<li class="part-title">Start</li><li class="chapter-item"><a href="z.html">1. Z</a></li>',
  '<li class="part-title">Deep</li><li class="chapter-item"><a href="m.html">2. M</a></li>',
  '<li><ol class="section"><li class="chapter-item"><a href="c.html">2.1. C</a></li></ol></li>',
  '<li class="chapter-item"><a href="b.html">3. B</a></li>',
];

describe('a built folder', () => {
  it('uses URLs with .html for VitePress', async () => {
    write('index.html', page('Teapot', { main: links('/guide/install.html', '/guide/') }));
    write('guide/index.html', page('Guide', { main: '<h2>A <a class="header-anchor" href="#a">\u200b</a></h2>' }));
    write('guide/install.html', page('Install', { main: links('../about.html', './') }));
    write('about.html', page('About', { main: links('#about') }));
    write('404.html', page('404'));
    expect(await build()).toEqual(['about.html', 'guide/', 'guide/install.html']);
  });

  it('separates the lines of a heading', async () => {
    write('index.html', page('Teapot'));
    write('brew.html', page('Brew<br>good<br/>tea'));
    await build();
    expect(listNames()).toEqual(['Brew good tea']);
  });

  it('uses URLs without .html for VitePress with cleanUrls, even for unlinked pages', async () => {
    write('index.html', page('Teapot', { main: links('/guide/install') }));
    write('guide/install.html', page('Install'));
    write('about.html', page('About', { main: links('#about') }));
    expect(await build()).toEqual(['about', 'guide/install']);
  });

  it('replaces the brackets of a name, so that common parsers read the link', async () => {
    write('index.html', page('Teapot'));
    write('pour.html', page('pour(cups[])'));
    await build();
    expect(toText()).toContain('- [pour(cups())](https://');
  });

  it.each(['', '  '])('takes the name and the summary of the homepage for the option "%s"', async (blank) => {
    write('index.html', page('Teapot', { head: '<meta name="description" content="Brews anywhere.">' }));
    write('about.html', page('About'));
    await build('--title', blank, '--summary', blank);
    expect(toText()).toMatch(/^# Teapot\n\n> Brews anywhere\.\n/);
  });

  it('uses the canonical URLs of Docusaurus for any file name', async () => {
    const canonical = (path: string) => ({ head: `<link data-rh=true rel=canonical href=${BASE}${path}>` });
    write('index.html', page('Teapot', canonical('')));
    write('docs/intro/index.html', page('Intro', canonical('docs/intro')));
    write('docs/deep/index.html', page('Deep', canonical('docs/deep/')));
    write('blog/index.html', page('Blog', { head: '<link rel="canonical" href="https://elsewhere.example/blog">' }));
    write('old/index.html', page('Old', { head: '<meta http-equiv="refresh" content="0; url=/docs/intro">' }));
    write('search.html', page('Search', { head: '<meta name="robots" content="noindex">' }));
    write('fr/404.html', page('Introuvable', { lang: 'fr' }));
    write('google1234.html', 'google-site-verification: google1234.html');
    expect(await build()).toEqual(['docs/deep/', 'docs/intro']);
  });

  it('reads the main text of MkDocs, and leaves out its search page', async () => {
    const around = '<div role="navigation"><ul><li><a href=".">Pot</a></ul></div>';
    const themed = (title: string, text: string) =>
      page(title).replace(/<main>.*<\/main>/, `${around}<div role="main"><h1>${title}</h1>${text}</div>${around}`);
    write('index.html', themed('Teapot', '<p>Brews anywhere.</p>'));
    write('brew/index.html', themed('Brew &amp; serve', '<p>Water first.</p>'));
    write('search.html', themed('Search Results', 'Searching...'));
    expect(await build('--full')).toEqual(['brew/']);
    expect(toText()).toContain('[Brew & serve](');
    expect(toText('llms-full.txt')).toBe(
      `# Teapot\n\n## Teapot\n\nURL: ${BASE}\n\nBrews anywhere.\n\n## Brew & serve\n\nURL: ${BASE}brew/\n\nWater first.\n`,
    );
  });

  it('lists pages of the default language, without fallback pages', async () => {
    const fallback = page('Deep', { lang: 'de' }).replace('<main>', '<main lang="en">');
    for (const name of ['intro', 'deep']) write(`${name}/index.html`, page(name));
    write('index.html', page('Teapot'));
    write('de/index.html', page('Teekanne', { lang: 'de' }));
    write('de/intro/index.html', page('Einleitung', { lang: 'de' }));
    write('de/deep/index.html', fallback);
    expect(await build('--locales')).toEqual(['deep/', 'intro/']);
    expect(listLinks('de/llms.txt')).toEqual(['de/intro/']);
    expect(toText('de/llms.txt')).toMatch(/^# Te/);
  });

  it('lists pages in the order of all sidebars of Docusaurus, and leaves out its search, tags and untranslated pages', async () => {
    const link = (href: string) => `<li class="menu__list-item"><a href="${href}">x</a></li>`;
    const group = (name: string, first: string, ...open: string[]) =>
      `<li><div class="menu__list-item-collapsible"><a href="${first}">${name}</a></div>${open.length > 0 ? `<ul>${open.map(link).join('')}</ul>` : ''}</li>`;
    const sidebar = (...items: string[]) => `<nav><ul class="theme-doc-sidebar-menu">${items.join('')}</ul></nav>`;
    const describe = (description: string) => ({ head: `<meta name="description" content="${description}">` });
    const closed = sidebar(link('/intro'), group('Start', '/z'), group('Advanced', '/m'));
    const deep = sidebar(link('/intro'), group('Start', '/z'), group('Advanced', '/m', '/m', '/c'));
    const start = sidebar(link('/intro'), group('Start', '/z', '/z', '/k', '/b'), group('Advanced', '/m'));
    write('index.html', page('Teapot', { main: links('/intro', '/a'), ...describe('Brews tea.') }));
    write('a/index.html', page('Server', { main: sidebar(group('API', '/a', '/a')) }));
    write('b/index.html', page('Brew', { main: start, ...describe('Shared.') }));
    write('c/index.html', page('Cup', { main: deep, ...describe('Shared.') }));
    write('intro/index.html', page('Intro', { main: closed, ...describe('About tea.') }));
    write('k/index.html', page('Keep', { main: start, ...describe('Keep') }));
    write('m/index.html', page('Move', { main: deep }));
    write('z/index.html', page('Zero', { main: start }));
    write('blog/index.html', page('Blog'));
    write('blog/first/index.html', page('First'));
    write('find/index.html', page('Find', { head: '<meta property="robots" content="noindex, follow">' }));
    for (const kind of ['blog_tags_list', 'blog_tags_posts', 'doc_tag_doc_list', 'blog_authors_posts']) {
      write(`${kind}/index.html`, page(kind, { head: `<meta name="docusaurus_tag" content="${kind}">` }));
    }
    write('de/index.html', page('Teapot', { lang: 'de', ...describe('Brews tea.') }));
    write('de/intro/index.html', page('Intro', { lang: 'de', ...describe('About tea.') }));
    write('de/k/index.html', page('Behalten', { lang: 'de', ...describe('Behalten Sie ihn.') }));
    write('fr/index.html', page('Teapot', { lang: 'fr', ...describe('Brews tea.') }));
    await build('--locales');
    expect(existsSync(join(folder, 'fr/llms.txt'))).toBe(false);
    const text = (name: string) =>
      readFileSync(join(folder, name), 'utf8').replaceAll(BASE, '').replaceAll('\n\n', '\n');
    expect(text('llms.txt')).toBe(
      `# Teapot
> Brews tea.
## Pages
- [Intro](intro): About tea.
## Start
- [Zero](z)
- [Keep](k)
- [Brew](b)
## Advanced
- [Move](m)
- [Cup](c)
## API
- [Server](a)
## Blog
- [Blog](blog/)
- [First](blog/first/)
`,
    );
    expect(text('de/llms.txt')).toBe('# Teapot\n> Brews tea.\n## Pages\n- [Behalten](de/k/): Behalten Sie ihn.\n');
  });

  describe('a folder whose pages share a name', () => {
    const themed = (title: string, body: string) =>
      `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;

    it.each([
      ['suffix', (name: string) => `${name} – Teapot`],
      ['prefix', (name: string) => `Teapot :: ${name}`],
      ['suffix after a bar', (name: string) => `${name} | Teapot`],
    ])('takes the title without the %s if every page has the heading of the site', async (_, title) => {
      const banner = '<header><h1>Teapot</h1></header>';
      write('index.html', themed('Teapot', banner));
      for (const name of ['Brew', 'Serve', 'Wash'])
        write(`${name}/index.html`, themed(title(name), `${banner}<p>Text.`));
      await build();
      expect(listNames()).toEqual(['Brew', 'Serve', 'Wash']);
    });

    it('takes the heading of the text if every page has the title and the banner of the site', async () => {
      const body = (name: string) => `<header><h1>Teapot</h1></header><main><h1>${name}</h1></main>`;
      for (const name of ['Brew', 'Serve', 'Wash']) write(`${name}/index.html`, themed('Teapot', body(name)));
      write('index.html', themed('Teapot', body('Welcome')));
      await build();
      expect(listNames()).toEqual(['Brew', 'Serve', 'Wash']);
    });

    it('takes the path if nothing else distinguishes the pages', async () => {
      for (const name of ['brew-tea', 'wash-up']) write(`${name}/index.html`, themed('Teapot', '<h1>Teapot</h1>'));
      write('index.html', themed('Teapot', '<h1>Teapot</h1>'));
      await build();
      expect(listNames()).toEqual(['Brew tea', 'Wash up']);
    });

    it('keeps a heading that two of many pages have', async () => {
      for (const name of ['a/intro', 'b/intro', 'c']) write(`${name}/index.html`, page(name === 'c' ? 'Cup' : 'Intro'));
      write('index.html', page('Teapot'));
      await build();
      expect(listNames()).toEqual(['Intro', 'Intro', 'Cup']);
    });
  });

  it('lists pages that declare the homepage or a different page as canonical, but no copies', async () => {
    const canonical = (path: string, main = '') => ({ head: `<link rel="canonical" href="${BASE}${path}">`, main });
    write('index.html', page('Teapot', canonical('', '<p>Home.</p>')));
    write('brew/index.html', page('Brew', canonical('', '<p>Water.</p>')));
    write('serve/index.html', page('Serve', canonical('brew/', '<p>Cups.</p>')));
    write('v1/brew/index.html', page('Brew', canonical('brew/', '<p>Old water.</p>')));
    write('start/index.html', page('Start', canonical('', '<p>Home.</p>')));
    expect(await build()).toEqual(['brew/', 'serve/']);
  });

  it('keeps the URL of a page whose canonical URL has another scheme or no file', async () => {
    const canonical = (url: string) => ({ head: `<link rel="canonical" href="${url}">` });
    write('index.html', page('Teapot', { main: links('/brew', '/serve') }));
    write('brew.html', page('Brew', canonical('http://docs.example.com/brew')));
    write('serve.html', page('Serve', canonical(`${BASE}missing/serve`)));
    expect(await build()).toEqual(['brew', 'serve']);
  });

  it('leaves out pages without content, except the homepage', async () => {
    const shell = '<title>Teapot</title><div id="app"></div><script>start()</script>';
    write('index.html', shell);
    write('index.csr.html', shell);
    write('play/index.html', shell.replace('Teapot', 'Play'));
    write('brew/index.html', '<title>Brew | Teapot</title><p>Water first.</p>');
    expect(await build('--full')).toEqual(['brew/']);
    expect(toText()).toMatch(/^# Teapot\n/);
    expect(toText('llms-full.txt')).toContain('brew/\n\nWater first.\n');
  });

  it('leaves out templates of pages', async () => {
    write('index.html', page('Teapot'));
    write('brew.html', page('Brew').replace('Brew | Teapot', '{% if name %}{{ name }}{% endif %}'));
    write('article-template.html', '<title>{{TITLE}}</title><h1>{{TITLE}}</h1><p>{{TEXT}}</p>');
    expect(await build()).toEqual(['brew.html']);
  });

  it('leaves out pages with robots "none", and files in hidden folders', async () => {
    write('index.html', page('Teapot'));
    write('brew/index.html', page('Brew'));
    write('secret/index.html', page('Secret', { head: '<meta name="robots" content="none">' }));
    write('.cache/brew/index.html', page('Draft'));
    const robots = (...contents: string[]) => ({
      head: contents.map((content) => `<meta name="robots" content="${content}">`).join(''),
    });
    write('tag/index.html', page('Tag', robots('max-image-preview:large', 'NoIndex, follow')));
    write('wash/index.html', page('Wash', robots('index, max-image-preview:none')));
    expect(await build()).toEqual(['brew/', 'wash/']);
  });

  it('writes names without invisible characters and without headings of templates', async () => {
    write('index.html', page('Teapot'));
    write('brew/index.html', page('Tea\u202e b\u00adrew', { main: '<template><h1>Row</h1></template>' }));
    await build();
    expect(listNames()).toEqual(['Tea brew']);
  });

  it('lists pages with a variant of the default language, and pages without a language', async () => {
    write('index.html', page('Teapot', { lang: 'en-US' }));
    write('brew/index.html', page('Brew', { lang: 'en' }));
    write('wash/index.html', page('Wash').replace(' lang="en"', ''));
    write('impressum/index.html', page('Impressum', { lang: 'de' }));
    write('guide.de.html', page('Anleitung', { lang: 'de' }));
    write('docs/de/brew.html', page('Aufguss', { lang: 'de' }));
    const alternate = `<link rel="alternate" hreflang="en" href="${BASE}brew/">`;
    write('infuser/index.html', page('Infuser', { lang: 'fr', head: alternate }));
    expect(await build()).toEqual(['brew/', 'impressum/', 'wash/']);
  });

  it('takes the language of a page from hreflang before lang', async () => {
    const of = (lang: string, path: string) => ({
      head: `<link rel="alternate" hreflang="${lang}" href="${BASE}${path}">`,
    });
    write('index.html', page('Teapot', of('en', '')));
    write('brew/index.html', page('Brew', of('en', 'brew/')));
    write('de/index.html', page('Teekanne', of('de', 'de/')));
    write('de/brew/index.html', page('Aufguss', of('de', 'de/brew/')));
    expect(await build('--locales')).toEqual(['brew/']);
    expect(listLinks('de/llms.txt')).toEqual(['de/brew/']);
  });

  it('lists the target of a redirect, and a page that only reloads itself', async () => {
    const refresh = (content: string) => ({ head: `<meta http-equiv="refresh" content="${content}">` });
    write('index.html', page('Moved', refresh("0;URL='en/'")));
    for (const name of ['index', 'brew', 'wash']) write(`de/${name}.html`, page(`de ${name}`, { lang: 'de' }));
    write('en/index.html', page('Teapot'));
    write('en/brew.html', page('Brew', refresh('300')));
    write('en/old.html', page('Old', refresh('0; url=brew.html')));
    write('en/older.html', page('Older', refresh('0 url=brew.html')));
    write('en/live.html', page('Live', refresh('5; url=live.html')));
    write('en/top.html', page('Top', refresh('5; url=#top')));
    expect(await build()).toEqual(['en/brew.html', 'en/live.html', 'en/top.html']);
  });

  it.each([
    [
      'Sphinx',
      (current: string) => {
        const item = (name: string, inner = '') =>
          `<li class="toctree-l1"><a class="reference internal" href="${name === current ? '#' : `${name}.html`}">x</a>${inner}</li>`;
        const deep = '<ul><li class="toctree-l2"><a href="c.html">x</a></li></ul>';
        return `<div class="sphinxsidebarwrapper"><p class="caption" role="heading"><span class="caption-text">Start</span></p><ul>${item('z')}</ul>
<p class="caption"><span class="caption-text">Deep</span></p><ul>${item('m', current === 'm' ? deep : '')}${item('b')}</ul></div>`;
      },
    ],
    [
      'Material for MkDocs',
      (current: string) => {
        const item = (name: string) =>
          `<li class="md-nav__item">${name === current ? '<label class="md-nav__link">Page</label>' : ''}<a class="md-nav__link" href="${name}.html">x</a></li>`;
        const group = (label: string, ...names: string[]) =>
          `<li class="md-nav__item md-nav__item--nested"><label class="md-nav__link"><span>${label}</span></label><nav><label class="md-nav__title">${label}</label><ul class="md-nav__list">${names.map(item).join('')}</ul></nav></li>`;
        return `<nav class="md-nav md-nav--primary"><ul class="md-nav__list">${group('Start', 'z')}${group('Deep', 'm', 'c', 'b')}</ul></nav>`;
      },
    ],
    [
      'MkDocs',
      () => {
        const group = (label: string, ...names: string[]) =>
          `<li class="nav-item dropdown"><a href="#" class="nav-link dropdown-toggle">${label}</a><ul class="dropdown-menu">${names.map((name) => `<li><a href="${name}.html" class="dropdown-item">x</a></li>`).join('')}</ul></li>`;
        return `<ul class="nav navbar-nav">${group('Start', 'z')}${group('Deep', 'm', 'c', 'b')}</ul>`;
      },
    ],
    [
      'Quarto',
      () => {
        const group = (label: string, ...names: string[]) =>
          `<li class="sidebar-item sidebar-item-section"><div><a class="sidebar-link"><span>${label}</span></a><a class="toggle"></a></div>${items('', names)}</li>`;
        return `<ul class="navbar-nav"><li><a href="b.html">b</a></li></ul><nav id="quarto-sidebar">${list('', group('Start', 'z'), group('Deep', 'm', 'c', 'b'))}</nav>`;
      },
    ],
    [
      'VuePress',
      () => {
        const group = (label: string, ...names: string[]) =>
          `<li><section><p class="sidebar-heading"><span>${label}</span></p>${items('sidebar-links', names)}</section></li>`;
        return list('sidebar-links', group('Start', 'z'), group('Deep', 'm', 'c', 'b'));
      },
    ],
    [
      'Antora',
      () => {
        const group = (label: string, ...names: string[]) =>
          `<li class="nav-item"><button></button><span>${label}</span>${items('nav-list', names)}</li>`;
        return list('nav-list', `<li>${list('nav-list', group('Start', 'z'), group('Deep', 'm', 'c', 'b'))}</li>`);
      },
    ],
    [
      'Just the Docs, with headings of the current page',
      (current: string) => {
        const item = (name: string) =>
          `<li><a href="${name}.html">x</a>${name === current ? `<ul><li><a href="${name}.html#a">A</a></li></ul>` : ''}</li>`;
        const group = (label: string, first: string, ...names: string[]) =>
          `<li><button></button><a href="${first}.html">${label}</a>${list('nav-list', ...names.map(item))}</li>`;
        return list('nav-list', group('Start', 'z', 'z'), group('Deep', 'm', 'c', 'b'));
      },
    ],
    [
      'Docsy',
      () => {
        const group = (label: string, first: string, ...names: string[]) =>
          `<li><a href="${first}.html"><span>${label}</span></a>${items('', names)}</li>`;
        const docs = list('', group('Start', 'z', 'z'), group('Deep', 'm', 'c', 'b'));
        return list('td-sidebar-nav__section', `<li><a href="/"><span>Docs</span></a>${docs}</li>`);
      },
    ],
    ['mdBook', () => list('chapter', ...PARTS)],
    [
      'an unknown theme',
      () => {
        const group = (label: string, ...names: string[]) => `<li><span>${label}</span>${items('', names)}</li>`;
        const bar = `<nav>${items('', ['b', 'm'])}</nav>`;
        const footer = `<footer><nav>${items('', ['b', 'c', 'm', 'z', 'index'])}</nav></footer>`;
        return `${bar}<aside>${list('', group('Start', 'z'), group('Deep', 'm', 'c', 'b'))}</aside>${footer}`;
      },
    ],
  ])('lists pages in the order and groups of the navigation of %s', async (_, navigation) => {
    for (const name of ['b', 'c', 'm', 'z']) write(`${name}.html`, page(`Page ${name}`, { main: navigation(name) }));
    write('index.html', page('Teapot', { main: navigation('index') }));
    expect(await build()).toEqual(['z.html', 'm.html', 'c.html', 'b.html']);
    expect(toText()).toMatch(/^## Start\n\n.*\n\n## Deep$/m);
  });

  it('lists pages in the order of the page toc.html of mdBook', async () => {
    for (const name of ['b', 'c', 'm', 'z']) write(`${name}.html`, page(`Page ${name}`));
    write('index.html', page('Teapot'));
    write('toc.html', `<meta name="robots" content="noindex"><body>${list('chapter', ...PARTS)}</body>`);
    expect(await build()).toEqual(['z.html', 'm.html', 'c.html', 'b.html']);
    expect(toText()).toMatch(/^## Start\n\n.*\n\n## Deep$/m);
  });

  it('takes the group of a page from its sidebar if the bar of the homepage has the page without a group', async () => {
    const sidebar = list('quarto-sidebar', `<li><span>Deep</span>${items('', ['a', 'b'])}</li>`);
    write('index.html', page('Teapot', { main: list('navbar-nav', '<li><a href="a.html">A</a></li>') }));
    for (const name of ['a', 'b']) write(`${name}.html`, page(name, { main: sidebar }));
    expect(await build()).toEqual(['a.html', 'b.html']);
    expect(toText().match(/^## .*$/gm)).toEqual(['## Deep']);
  });

  it('ignores other lists of a site with a known sidebar', async () => {
    const sidebar = list('top-level', '<li><a href="z.html">Z</a></li>', '<li><a href="a.html">A</a></li>');
    write('index.html', page('Teapot', { main: `<nav>${items('', ['a', 'c', 'b'])}</nav>` }));
    for (const name of ['a', 'b', 'c', 'z']) write(`${name}.html`, page(name, { main: name === 'z' ? sidebar : '' }));
    expect(await build()).toEqual(['z.html', 'a.html', 'b.html', 'c.html']);
  });

  it('puts a page outside of the sidebar into the section with the name of its folder in other letters', async () => {
    const sidebar = `<ul class="top-level"><li><details><summary>Brewing TEA</summary>${items('', ['brewing-tea/z'])}</details></li></ul>`;
    write('index.html', page('Teapot', { main: sidebar }));
    for (const name of ['a', 'z']) write(`brewing-tea/${name}.html`, page(name));
    expect(await build()).toEqual(['brewing-tea/z.html', 'brewing-tea/a.html']);
    expect(toText().match(/^## .*$/gm)).toEqual(['## Brewing TEA']);
  });

  it('leaves out the code, the indexes and the search page of Sphinx', async () => {
    write('index.html', page('Teapot'));
    write('brew.html', page('Brew'));
    for (const name of ['genindex', 'genindex-B', 'py-modindex', 'http-modindex', 'search', '_modules/pot/cup']) {
      write(`${name}.html`, page(name));
    }
    expect(await build()).toEqual(['brew.html']);
  });

  it('takes the name and the summary of the page to which the homepage redirects', async () => {
    const head = '<meta name="description" content="Brews anywhere.">';
    write('index.html', '<meta http-equiv="refresh" content="0; url=docs/intro.html"><title>Redirecting</title>');
    write('docs/intro.html', page('Intro', { head }));
    write('docs/brew.html', page('Brew'));
    expect(await build()).toEqual(['docs/brew.html', 'docs/intro.html']);
    expect(toText()).toMatch(/^# Teapot\n\n> Brews anywhere\.\n/);
  });

  it('takes the name of a site without a homepage from the titles, without the version of Sphinx', async () => {
    for (const name of ['brew', 'cool', 'wash']) {
      write(`${name}.html`, `<title>${name} &mdash; My pot 1.22.0.dev6+g119cb documentation</title><h1>${name}</h1>`);
    }
    expect(await build()).toHaveLength(3);
    expect(toText()).toMatch(/^# My pot\n/);
  });

  it('names a page by its path if its title is only the name of the site', async () => {
    write('index.html', page('Teapot'));
    write('license.html', '<title> | Teapot</title><p>Free.</p>');
    expect(await build()).toEqual(['license.html']);
    expect(listNames()).toEqual(['License']);
  });

  it.each([
    ['an older version', 'pre-1.0', 'docs/pre-1.0/brew', 'current', 'docs/brew'],
    ['an unreleased version', 'current', 'docs/next/brew', '2.0', 'docs/brew'],
  ])('leaves out %s of Docusaurus', async (_, other, otherPath, latest, latestPath) => {
    const inVersion = (version: string) => ({
      head: `<meta name="docusaurus_version" content="${version}"><meta name="docusaurus_tag" content="docs-default-${version}">`,
    });
    write('index.html', page('Teapot'));
    write(`${otherPath}.html`, page('Brew', inVersion(other)));
    write(`${latestPath}.html`, page('Brew', inVersion(latest)));
    expect(await build()).toEqual([`${latestPath}.html`]);
  });

  it('lists a folder with the name "next", and versions that all have a folder', async () => {
    const inVersion = (version: string, id = 'default') => ({
      head: `<meta name="docusaurus_version" content="${version}"><meta name="docusaurus_tag" content="docs-${id}-${version}">`,
    });
    write('index.html', page('Teapot'));
    write('docs/brew.html', page('Brew', inVersion('current')));
    write('docs/next/js.html', page('Next.js', inVersion('current')));
    write('api/1.0/pot.html', page('Pot 1', inVersion('1.0', 'api')));
    write('api/2.0/pot.html', page('Pot 2', inVersion('2.0', 'api')));
    expect(await build()).toEqual(['api/1.0/pot.html', 'api/2.0/pot.html', 'docs/brew.html', 'docs/next/js.html']);
  });

  it('takes no notes that are a heading or a table of the page, as Docusaurus writes them', async () => {
    const describe = (description: string) => ({ head: `<meta name="description" content="${description}">` });
    const titled = (title: string, description: string) =>
      page(title, describe(description)).replace('</h1>', '</h1><h2>Overview</h2><p>Words.</p>');
    write('index.html', page('Teapot'));
    write('brew.html', titled('Brew', 'Overview'));
    write('cool.html', titled('Cool', '| Name | Value |'));
    write('wash.html', titled('Wash', 'Words.'));
    await build();
    expect(toText()).toMatch(/brew\.html\)\n.*cool\.html\)\n.*wash\.html\): Words\.\n/);
  });

  it('leaves badges out of the names of pages', async () => {
    const badge = (name: string) => `${name} <span class="VPBadge tip"><!--[-->1.9+<!--]--></span>`;
    write('index.html', page('Teapot'));
    write('brew.html', page('Brew').replace('<h1>Brew', `<h1>${badge('Brew')}`));
    write('wash.html', page('Wash').replace('<h1>Wash', '<h1><code>wash()</code> <em>now</em>'));
    await build();
    expect(listNames()).toEqual(['Brew', 'wash() now']);
  });

  it.each(['blog/page/2/', 'blog/page-2/', 'blog/2/', 'blog/page2.html', 'page/2/'])(
    'leaves out %s, which continues a list of another page',
    async (path) => {
      write('index.html', page('Teapot'));
      write('blog/index.html', page('Archive'));
      write('blog/2024/index.html', page('Teas of 2024'));
      const title = path.startsWith('blog') ? 'Archive' : 'Teapot';
      write(path.replace(/\/$/, '/index.html'), page(title));
      expect(await build()).toEqual(['blog/', 'blog/2024/']);
      expect(toText()).toContain('[Archive](');
    },
  );

  it('leaves out lists of tags and categories of a blog, but no pages about tags', async () => {
    const posts = links('/posts/a', '/posts/b');
    write('index.html', page('Teapot'));
    write('tags/index.html', page('Tags', { main: links('/tags/green') }));
    write('tags/green/index.html', page('Green', { main: `<p>3 May ${posts}</p>` }));
    write('de/category/tee.html', page('Tee', { main: posts }));
    write('categories/empty/index.html', page('Empty', { main: '<h2>Empty category</h2>' }));
    write(
      'tags/liquid/index.html',
      page('Liquid', { main: `<p>${'A tag controls the flow of tea. '.repeat(9)}${posts}</p>` }),
    );
    write('docs/tags/index.html', page('Tags of a shop', { main: posts }));
    expect(await build()).toEqual(['docs/tags/', 'tags/liquid/']);
  });

  it('writes the homepage first into the text of all pages', async () => {
    const sidebar = '<ul class="top-level"><li><a href="/brew.html">Brew</a></li></ul>';
    write('index.html', page('Teapot'));
    write('brew.html', page('Brew', { main: sidebar }));
    write('about.html', page('About'));
    await build('--full');
    const names = [...toText('llms-full.txt').matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(names).toEqual(['Teapot', 'Brew', 'About']);
  });

  it('writes no notes that pages of another language share', async () => {
    const shared = { head: '<meta name="description" content="Docs of Pot.">' };
    write('index.html', page('Teapot'));
    write('brew/index.html', page('Brew', shared));
    write('de/index.html', page('Teekanne', { lang: 'de' }));
    write('de/brew/index.html', page('Aufguss', { lang: 'de', ...shared }));
    await build('--locales');
    for (const name of ['llms.txt', 'de/llms.txt']) {
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain('Docs of Pot.');
    }
  });

  const NUMBERED_CODE =
    '<table><tr><td><div><pre><span></span>1\n2\n</pre></div></td><td><pre>boil\npour\n</pre></td></tr></table>';
  it.each([
    [
      'names of tabs of Starlight',
      '<div class="tabs"><input type="radio"><label>npm</label><input type="radio"><label>pnpm</label></div><ul role="tablist"><li><a href="#a">npm</a></li></ul>',
      'npm pnpm',
    ],
    ['notes', '<aside class="starlight-aside starlight-aside--tip"><p>Go!</p></aside><aside>Menu</aside>', 'Go!'],
    ['numbers of lists', '<ol start="3"><li>Boil<li>Pour</ol>', '3. Boil\n4. Pour'],
    [
      'lines of code of Docusaurus',
      '<pre><code><span class="token-line">npm i brewer<br></span><span class="token-line">brewer up<br></span></code></pre>',
      '```\nnpm i brewer\nbrewer up\n```',
    ],
    ['lines of code next to their numbers', NUMBERED_CODE, '```\nboil\npour\n```'],
    ['lines of code next to their numbers in code', `<pre><code>${NUMBERED_CODE}</code></pre>`, '```\nboil\npour\n```'],
    [
      'links with parentheses and spaces, and the words of links without a page',
      '<p><a href="/tea_(hot)">Tea</a> <a href=" a cup.html ">Cup</a> <a href="">Pot</a> <a href="javascript:void(0)">Pour</a></p>',
      `[Tea](${BASE}tea_%28hot%29) [Cup](${BASE}a%20cup.html) Pot Pour`,
    ],
    ['words of cards', '<a href="/brew"><h2>Brew</h2><p>Put water on.</p></a>', `[Brew Put water on.](${BASE}brew)`],
    ['headings of mdBook, which are links', '<h2 id="a"><a class="header" href="#a">Boil</a></h2>', '### Boil'],
    [
      'words of links to a heading, without marks and a list of headings',
      '<ul><li><p><a href="#a">A</a></p><ul><li><a href="#b">B</a></li></ul></li></ul><h2>A<a class="headerlink" href="#a">¶</a></h2><p>See <a href="#b">step B</a>.<a class="sl-anchor-link" href="#a">Section titled A</a></p>',
      '### A\n\nSee step B.',
    ],
    ['all of several articles', '<article><p>One.</p></article><article><p>Two.</p></article>', 'One.\n\nTwo.'],
    ['words of cells', '<table><tr><td><p>One</p><p>Two</p></td></tr></table>', '| One Two |\n| --- |'],
  ])('keeps %s in the text of a page', async (_, main, text) => {
    write('index.html', page('Teapot', { main }));
    await build('--full');
    expect(toText('llms-full.txt')).toBe(`# Teapot\n\n## Teapot\n\nURL: ${BASE}\n\n${text}\n`);
  });

  it('reads .htm files, and endings in upper case', async () => {
    write('index.htm', page('Teapot', { main: links('brew.htm', 'old/', 'GUIDE.HTML') }));
    write('brew.htm', page('Brew', { main: links('index.htm') }));
    write('GUIDE.HTML', page('Guide'));
    write('old/index.htm', page('Old'));
    for (const name of ['404.htm', '404.HTML']) write(name, page('Missing'));
    expect(await build()).toEqual(['GUIDE.HTML', 'brew.htm', 'old/']);
    expect(toText()).toMatch(/^# Teapot/);
  });

  it('escapes parentheses of a URL, because common parsers end a link there', async () => {
    write('index.html', page('Teapot'));
    write('pour(cups).html', page('Pour'));
    expect(await build()).toEqual(['pour%28cups%29.html']);
  });

  it.each([
    ['windows-1251', Buffer.from([0xd7, 0xe0, 0xe9])],
    ['utf-8', Buffer.from('Чай')],
    ['shift_jis', Buffer.from([0x84, 0x58, 0x84, 0x70, 0x84, 0x7a])],
    ['none', Buffer.from('Чай')],
  ])('reads a page in %s', async (charset, name) => {
    write('index.html', page('Teapot'));
    const [start, end] = page('NAME', { head: `<meta charset="${charset}">` }).split(/<h1>NAME/);
    const title = Buffer.from(start?.replace('NAME', 'Tea') ?? '');
    write('tea.html', Buffer.concat([title, Buffer.from('<h1>'), name, Buffer.from(end ?? '')]));
    await build();
    expect(listNames()).toEqual(['Чай']);
  });

  it.each(['/', BASE, '../../'])('completes links with the base element %j', async (base) => {
    const based = (title: string, main: string, canonical = '') =>
      page(title, { head: `<base href="${base}">${canonical}`, main });
    write('index.html', page('Teapot', { main: links('guide/brew') }));
    write(
      'guide/brew/index.html',
      based('Brew', links('guide/wash', '#top'), '<link rel="canonical" href="guide/brew">'),
    );
    write('guide/wash/index.html', based('Wash', '<p><a href="guide/brew">Brew</a></p>'));
    expect(await build('--full')).toEqual(['guide/brew', 'guide/wash']);
    expect(toText('llms-full.txt')).toContain(`[Brew](${BASE}guide/brew)`);
  });

  it('takes the default language from x-default if no page is at the root', async () => {
    const alternate = { head: `<link rel="alternate" hreflang="x-default" href="${BASE}en/intro/">` };
    write('index.html', page('Choose', { head: '<meta http-equiv="refresh" content="0; url=/en/">' }));
    write('de/intro/index.html', page('Einleitung', { lang: 'de', ...alternate }));
    write('de/mehr/index.html', page('Mehr', { lang: 'de' }));
    write('en/intro/index.html', page('Intro', { lang: 'en-US', ...alternate }));
    expect(await build()).toEqual(['en/intro/']);
  });

  it('obeys the options for exclusion and order, and writes the text of all pages', async () => {
    write('index.html', page('Teapot', { main: '<p>Brew <a href="guide/">anywhere</a>.</p>' }));
    write(
      'guide/index.html',
      page('Guide', { main: '<h2>Steps</h2><ul><li>one<li>two</ul><pre><code>a &lt; b</code></pre>' }),
    );
    write('legal/index.html', page('Legal'));
    write('drafts/x.html', page('Draft'));
    const options = ['--title', 'Pot', '--summary', 'Tea.', '--optional', 'legal', '--exclude', '/drafts/', '--full'];
    expect(await build(...options)).toEqual(['guide/', 'legal/']);
    const text = toText();
    expect(text).toMatch(/^# Pot\n\n> Tea\.\n\n## Pages\n\n.*\n\n## Optional\n\n/);
    expect(toText('llms-full.txt')).toBe(
      `# Pot\n\n> Tea.\n\n## Pot\n\nURL: ${BASE}\n\nBrew [anywhere](${BASE}guide/).\n\n## Guide\n\nURL: ${BASE}guide/\n\n### Steps\n\n- one\n- two\n\n\`\`\`\na < b\n\`\`\`\n\n## Legal\n\nURL: ${BASE}legal/\n`,
    );
  });

  it('names sections and matches the paths of options by decoded paths', async () => {
    write('index.html', page('Teapot'));
    for (const name of ['茶/a', '茶/b', '古 い/c', 'guide/d', 'guide/e']) write(`${name}.html`, page(name));
    const options = ['--exclude', 'guide/d.html', '--exclude', '茶/b', '--optional', '古 い'];
    expect(await build(...options)).toEqual(['guide/e.html', '%E8%8C%B6/a.html', '%E5%8F%A4%20%E3%81%84/c.html']);
    expect(toText().match(/^## .*$/gm)).toEqual(['## Guide', '## 茶', '## Optional']);
    expect(await build('--exclude', '%E8%8C%B6')).not.toContain('%E8%8C%B6/a.html');
  });

  it('takes no notes that repeat the name in other letters, and no summary "None", as MkDocs writes it', async () => {
    write('index.html', page('Teapot', { head: '<meta name="description" content="None">' }));
    write('brew.html', page('Brew', { head: '<meta name="description" content="brew.">' }));
    await build();
    expect(toText()).toMatch(/^# \S+\n\n## Pages\n\n.*\/brew\.html\)$/m);
  });

  it('lists URLs below its base path', async () => {
    write('index.html', page('Teapot', { main: links('/pot/a') }));
    write('a.html', page('A'));
    const base = 'https://docs.example.com/pot';
    expect(await run('build', folder, '--base', base)).toMatchObject({ code: 0 });
    expect(listLinks('llms.txt')).toEqual(['pot/a']);
  });
});

it('reports links without a file in the folder', async () => {
  write('guide.html', page('Guide'));
  write(
    'llms.txt',
    `# T\n\n> S.\n\n## L\n\n- [A](${BASE}guide): a.\n- [B](${BASE}gone): b.\n- [C](https://other.example/x): c.\n`,
  );
  const { code, out } = await run('check', '--format', 'unix', '--base', BASE, join(folder, 'llms.txt'));
  expect(code).toBe(1);
  expect(out).toMatch(/:8:.*gone.*dead-link/);
  expect(out).not.toMatch(/guide answers|other\.example\/x answers/);
});

it.each<[string, string[], string]>([
  ['no base', ['build', 'site'], '--base needs the URL'],
  ['no folder', ['build', '--base', BASE], 'needs one folder'],
  ['a missing folder', ['build', 'none', '--base', BASE], 'no such'],
  ['a folder without pages', ['build', 'empty', '--base', BASE], 'no page to list'],
  ['a password', ['build', 'site', '--base', 'https://me:pass@docs.example.com'], '--base needs the URL'],
  ['an empty path', ['build', 'site', '--base', BASE, '--exclude', ''], '--exclude and --optional need a path'],
  ['a folder in the place of its file', ['build', 'taken', '--base', BASE], 'taken/llms.txt: not written: is a folder'],
  ['a check with a base that is no URL', ['check', '--base', 'docs', 'site'], '--base needs'],
])('reports wrong usage: %s', async (_, args, message) => {
  for (const name of ['site', 'taken']) write(`${name}/index.html`, page('Teapot'));
  for (const name of ['empty', 'taken/llms.txt']) mkdirSync(join(folder, name));
  const places = ['site', 'none', 'empty', 'taken'];
  const ended = await run(...args.map((arg) => (places.includes(arg) ? join(folder, arg) : arg)));
  expect(ended).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});
