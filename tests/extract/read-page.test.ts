import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { defaultTreeAdapter, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { decodePage } from '#llmstxt';
import { readMetas } from '../../src/extract/read-metas.ts';
import { readPage } from '../../src/extract/read-page.ts';

const URL_ = 'https://shop.example/de/';
/** Returns the contents of elements with this name that a browser would put into the head. */
const headContents = (html: string, name: string) =>
  readMetas(html, name).flatMap(({ by, inHead, content }) => (by === 'name' && inHead ? content : []));
const read = (html: string, headers: Record<string, string> = {}) => readPage(html, URL_, headers);

describe('reader of pages', () => {
  it('treats a placeholder such as "None" as a missing description', () => {
    const { description } = read(
      '<meta name="description" content=" None "><meta property="og:description" content="Tea.">',
    );
    expect(description).toBe('Tea.');
    expect(read('<meta name="description" content="null">').description).toBeNull();
  });

  it('reads title, description, language, canonical URL and site name', () => {
    const facts = read(`<!doctype html><html lang="de-AT"><head><title> Tee &amp;
      Kaffee – Laden </title><meta name="Description" content="Wir &quot;rösten&quot; selbst.">
      <link rel="canonical" href="/de/"><meta property="og:site_name" content="Laden"><meta property="og:locale" content="de_AT">
      <link rel="alternate" hreflang="pt-BR" href="/pt/"><link rel="alternate" hreflang="x-default" href="/"></head><body><h1>Guten <b>Tag</b></h1>`);
    expect(facts).toMatchObject({
      url: URL_,
      title: 'Tee & Kaffee – Laden',
      description: 'Wir "rösten" selbst.',
      language: 'de-AT',
      locales: ['de-AT', 'de_AT', 'pt-BR'],
      canonical: 'https://shop.example/de/',
      siteName: 'Laden',
      heading: 'Guten Tag',
      noindex: false,
    });
  });

  it('reads llms.txt and Markdown URLs from markup and Link header', () => {
    const facts = read(
      '<base href="/docs/"><link rel="describedby" href="llms.txt"><link rel="alternate" type="text/markdown; charset=utf-8" href="index.md">',
      {
        link: '</llms.txt>; rel="describedby"; type="text/plain", </x.css>; rel=preload, <a,b.md>; rel=alternate; type=text/markdown',
      },
    );
    expect(facts.describedBy).toEqual(['https://shop.example/llms.txt', 'https://shop.example/docs/llms.txt']);
    expect(facts.markdownAlternates).toEqual(['https://shop.example/de/a,b.md', 'https://shop.example/docs/index.md']);
  });

  it.each([
    ['', true],
    ['/de/', true],
    [URL_, true],
    ['/other', false],
    ['#part', false],
  ])('reads a Link header with the anchor %j only if it names the page', (anchor, isRead) => {
    const { describedBy } = read('', { link: `</llms.txt>; rel=describedby; anchor="${anchor}"` });
    expect(describedBy).toEqual(isRead ? ['https://shop.example/llms.txt'] : []);
  });

  it('reads links in order, with words and region', () => {
    const facts =
      read(`<body><header><a href="/">Home</a><nav><a href="docs/#top">Read <b>the</b> docs</a></nav></header>
      <main><article><header><a href="/a">Article</a></header></article><a href="mailto:x@shop.example">Mail</a></main>
      <div role="navigation"><a href="/menu"><img alt="Menu" src=x></a></div>
      <footer><nav><a href="//other.example/i" aria-label="Imprint"></a></nav></footer><a href="javascript:alert(1)">x</a>`);
    expect(facts.links).toEqual([
      { url: 'https://shop.example/', text: 'Home', region: 'header' },
      { url: 'https://shop.example/de/docs/', text: 'Read the docs', region: 'nav' },
      { url: 'https://shop.example/a', text: 'Article', region: 'main' },
      { url: 'https://shop.example/menu', text: 'Menu', region: 'nav' },
      { url: 'https://other.example/i', text: 'Imprint', region: 'footer' },
    ]);
  });

  it.each([
    ['<meta name=robots content="NOINDEX, follow">', {}, true],
    ['<meta name=robots content="none">', {}, true],
    ['<meta name=robots content="max-image-preview:large"><meta name=robots content=noindex>', {}, true],
    ['<meta name=robots content="index,noimageindex">', {}, false],
    ['', { 'x-robots-tag': 'noindex' }, true],
    ['', { 'x-robots-tag': 'otherbot: noindex' }, false],
  ])('reads noindex: %s %j', (html, headers, noindex) => {
    expect(read(html, headers).noindex).toBe(noindex);
  });

  it('reads a heading in a link and a link in a heading', () => {
    expect(read('<a href=/x><h1>One</h1></a>')).toMatchObject({ heading: 'One', links: [{ text: 'One' }] });
    expect(read('<h1>C#<a class=headerlink href="#c">#</a></h1>').heading).toBe('C#');
    expect(read('<h1>Tea<a class=headerlink href="#tea">\u00b6</a></h1>').heading).toBe('Tea');
    expect(read('<h1><a href="#tea">Tea</a></h1>').heading).toBe('Tea');
    expect(read('<h1><img src=logo></h1><h1><a href=/x>Two</a></h1>')).toMatchObject({
      heading: 'Two',
      links: [{ text: 'Two' }],
    });
  });

  it('ignores a self-closing SVG title', () => {
    const facts = read('<title>Shop</title><body><svg><title/><style/><g></g></svg><a href=/x>after</a>');
    expect(facts).toMatchObject({ title: 'Shop', links: [{ text: 'after' }] });
  });
});

describe('a proof in a page', () => {
  const PROOF = '<meta name="svc-verify" content=" t ">';
  it.each([
    ['without any head tag', PROOF, [' t ']],
    ['after the head, before the body', `<head></head>${PROOF}<body>`, [' t ']],
    ['twice', `${PROOF}<meta NAME=SVC-Verify content=u>`, [' t ', 'u']],
    ['after an element that ends the head', `<head><img>${PROOF}</head>`, null],
    ['in an attribute', `<head><meta name=x content='${PROOF}'></head>`, null],
    ['in a style inside an SVG in a template', `<template><svg><div><style></template>${PROOF}</style>`, null],
  ])('handles a proof %s', (_where, html, values) => {
    expect(headContents(html, 'svc-verify')).toEqual(values ?? []);
  });

  it('counts only if a browser parser puts it into the head', () => {
    const paired = ['html', 'head', 'body', 'title', 'script', 'style', 'noscript', 'template', 'svg', 'noframes'];
    const single = [
      'p',
      'br',
      'textarea',
      'base',
      'frameset',
      'bgsound',
      'math',
      'select',
      'plaintext',
      'link rel=x href=y',
    ];
    const metas = ['<meta name=m content=1>', '<meta name=m content=2>'];
    const others = ['<!doctype html>', '<!--', '-->', '<div', '>', '"', 'word', ' ', '\n', '\0', '&amp;', '&nbsp;'];
    const ends = [...paired, 'p', 'br', 'textarea', 'foo'].map((name) => `</${name}>`);
    const starts = [...paired, ...single].map((name) => `<${name}>`);
    const piece = fc.constantFrom(...starts, ...ends, ...metas, ...others);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const html = pieces.join('');
        const found = headContents(html, 'm');
        const truth = headMetas(html);
        // In templates, the walk may skip more than a browser, but never finds more.
        if (html.includes('<template>')) expect(truth.join()).toContain(found.join());
        else expect(found).toEqual(truth);
      }),
      { numRuns: 2_000 },
    );
  });
});

function headMetas(html: string): string[] {
  const root = parse(html).childNodes.find((node) => node.nodeName === 'html');
  const head = root && 'childNodes' in root ? root.childNodes.find((node) => node.nodeName === 'head') : undefined;
  if (!head || !('childNodes' in head)) return [];
  return head.childNodes.flatMap((node) =>
    defaultTreeAdapter.isElementNode(node) && node.tagName === 'meta'
      ? node.attrs.filter((attr) => attr.name === 'content').map((attr) => attr.value)
      : [],
  );
}

describe('reader of hostile pages', () => {
  const size = 1_048_576;
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length));
  it.each([
    ['deep nesting', fill('<div>')],
    ['deep navigation', fill('<nav><div id=footer>')],
    ['end tags without start', `${'<section>'.repeat(300)}${fill('</div>')}`],
    ['formatting elements', fill('<b><i><p>')],
    ['anchors', fill('<a href=x>')],
    ['metas', fill('<meta name=svc-verify content=x>')],
    ['relations', fill('<link rel=describedby href=x>')],
    ['attributes of one tag', `<a ${Array.from({ length: 120_000 }, (_, i) => `a${i}`).join(' ')}>`],
    ['classes', `<div class="${fill('a ')}">`],
    ['entities', fill('&amp;&notit;&#1114112;')],
    ['one title of white space', `<title>${fill(' ')}`],
    ['one link text', `<a href=/x>${fill('x <b>')}`],
    ['an unclosed comment', `<!--${fill('-')}`],
    ['an unclosed attribute', `<a href="${fill('x ')}`],
    ['half surrogates', fill('<a href="\ud800">\udfff</a>')],
    ['NUL', fill('\0')],
    ['a rel of many words', `<link href=x rel="describedby ${fill('x ')}">`],
  ])('limits the work for %s of 1 MiB', (_what, html) => {
    const facts = read(html, { link: fill('</x>;'.repeat(10)) });
    expect(facts.links.length).toBeLessThanOrEqual(2_000);
    expect(JSON.stringify(facts).length).toBeLessThan(3_000_000);
  });

  it('returns facts for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 80 }), (html, link) => {
        const facts = read(`<title>${html}`, { link });
        expect(facts.title ?? '').not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
    );
  });
});

describe('decoder of pages', () => {
  const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
  const UTF_8 = '<meta charset="utf-8"><title>Grüße</title>';
  const WINDOWS_1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  const cyrillic = (head: string) => new Uint8Array(Buffer.concat([Buffer.from(head), WINDOWS_1251]));

  it.each([
    ['UTF-8 by default', bytes('é', 'utf8'), undefined, 'é'],
    ['the header’s charset', bytes('é', 'latin1'), 'text/html; charset="ISO-8859-1"', 'é'],
    ['the meta’s charset', bytes('<meta charset=latin1>é', 'latin1'), 'text/html', '<meta charset=latin1>é'],
    ['a byte-order mark before the header', bytes('\ufeffé', 'utf16le'), 'text/html; charset=utf-8', 'é'],
    ['a byte-order mark before the meta', bytes('\ufeff<meta charset=gbk>é', 'utf8'), undefined, '<meta charset=gbk>é'],
    ['the last of several headers', bytes('é', 'utf8'), 'text/html; charset=latin1, text/html; charset=utf-8', 'é'],
    ['a charset after a quoted parameter', bytes('é', 'utf8'), 'text/html; a="; charset=gbk, b"; charset="utf-8"', 'é'],
    ['UTF-8 instead of an unknown charset', bytes('é', 'utf8'), 'text/html; charset=klingon', 'é'],
  ])('reads %s', (_how, body, type, text) => {
    expect(decodePage(body, type)).toBe(text);
  });

  it.each([
    ['a description', '<meta name="description" content="How to set charset=iso-8859-1 in Apache">'],
    ['an og:description', '<meta property="og:description" content="text/html; charset=koi8-r">'],
    ['a comment', '<!-- <meta charset="shift_jis"> -->'],
    ['a short comment', '<!--><meta name=a content="charset=gbk"><!---->'],
    ['a data attribute', '<html data-charset="gbk">'],
    ['the charset of a script', '<script src="/a.js" charset="windows-1251"></script>'],
    ['the charset of a link', '<link rel=stylesheet charset=gbk href=/a.css>'],
    ['a quoted attribute', '<html title="<meta charset=gbk>">'],
    ['an element with a longer name', '<metadata charset="gbk">'],
    ['another pragma', '<meta http-equiv="refresh" content="5; charset=gbk">'],
    ['an unknown label', '<meta charset="none">'],
    ['a processing instruction', '<?php charset=gbk ?>'],
    ['the second of two equal attributes', '<meta charset=utf-8 charset=gbk>'],
  ])('ignores the encoding in %s', (_what, head) => {
    expect(decodePage(bytes(head + UTF_8, 'utf8'), 'text/html')).toBe(head + UTF_8);
  });

  it.each([
    ['<meta charset=windows-1251>'],
    ['<META/CHARSET = " Windows-1251 "/>'],
    ["<meta http-equiv='Content-Type' content='text/html; charset=windows-1251'>"],
    ['<meta content="text/html; Charset = \'cp1251\'" http-equiv=content-type>'],
    ['<meta charset=klingon><meta charset=windows-1251>'],
    ['<?xml version="1.0" encoding="windows-1251"?><html>'],
  ])('honors %s', (head) => {
    expect(decodePage(cyrillic(head), 'text/html')).toBe(`${head}Привет`);
    expect(decodePage(cyrillic(head), 'text/html; charset=none')).toBe(`${head}Привет`);
    expect(decodePage(cyrillic(head), 'text/html; charset=windows1251')).toBe(`${head}Привет`);
  });

  it('reads UTF-16 in a meta element as UTF-8', () => {
    for (const label of ['utf-16', 'UTF-16LE', 'utf-16be', 'unicode']) {
      const html = `<meta charset="${label}"><title>Grüße</title>`;
      expect(decodePage(bytes(html, 'utf8'), 'text/html')).toBe(html);
    }
  });

  it('reads x-user-defined in a meta element as windows-1252', () => {
    const html = '<meta charset=x-user-defined>é';
    expect(decodePage(bytes(html, 'latin1'), undefined)).toBe(html);
  });

  it('accepts a declaration only in the first 1,024 bytes', () => {
    const late = `<title>${' '.repeat(1_000)}</title><meta charset=gbk>é`;
    expect(decodePage(bytes(late, 'utf8'), undefined)).toBe(late);
  });

  it('decodes any bytes without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 60 }), (tail, type) => {
        decodePage(new Uint8Array(Buffer.concat([Buffer.from('<meta charset="'), tail])), type);
      }),
    );
  });
});

const CORPUS = '../shared/corpus/html/homepages';
if (!existsSync(CORPUS)) console.log(`no ${CORPUS}: real homepages are not tried`);
describe.runIf(existsSync(CORPUS))('reader of real homepages', () => {
  for (const file of existsSync(CORPUS) ? readdirSync(CORPUS) : []) {
    it(`finds the title of a browser parser in ${file}`, () => {
      const html = decodePage(readFileSync(`${CORPUS}/${file}`), undefined);
      const facts = readPage(html, `https://${file.replace(/\.html$/, '')}/`, {});
      expect(facts.title?.replaceAll(' ', '')).toBe(browserTitle(html)?.replaceAll(/\s/g, '').slice(0, 300));
      expect(facts.links.length).toBeGreaterThan(0);
    });
  }
});

function browserTitle(html: string): string | undefined {
  const queue: { nodeName: string }[] = [parse(html)];
  for (const node of queue) {
    if (!('childNodes' in node) || !Array.isArray(node.childNodes)) continue;
    if (node.nodeName === 'title') {
      const text = node.childNodes.map((child: { value?: string }) => child.value ?? '').join('');
      if (text.trim()) return text;
    }
    if (node.nodeName !== 'svg') queue.push(...node.childNodes);
  }
  return undefined;
}
