import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodePage } from '../../src/extract/decode-page.ts';
import { readPage } from '../../src/extract/read-page.ts';
import { saysNotFound } from '../../src/extract/says-not-found.ts';

const MESSAGES = [
  'Page not found',
  'Page Not Found | Acme',
  'Acme - 404',
  '404 - University of Idaho',
  '404',
  '404 Not Found',
  'Error 404 (Not Found)!!1',
  'Anker | Not Found',
  'Sorry, there is no page at this URL.',
  'Error Page',
  'Oops! That page can’t be found.',
  'Oops! Page not found',
  'Nothing found',
  "We couldn't find that page",
  "This page doesn't exist",
  'The page you requested was not found',
  'The page you are looking for could not be found.',
  "The page you're looking for doesn't exist or has been moved",
  'This page could not be found.',
  '404: This page could not be found.',
  'Seite nicht gefunden',
  'Seite nicht gefunden – Teehaus',
  'Die Seite konnte nicht gefunden werden',
  'Diese Seite existiert nicht mehr',
  'Fehler 404',
  'Page introuvable',
  'Page non trouvée',
  "Cette page n'existe pas",
  'Página no encontrada',
  'La página no existe',
  'Página não encontrada',
  'Pagina non trovata',
  'Pagina niet gevonden',
  'Nie znaleziono strony',
  'Stránka nenalezena',
  'Sidan kunde inte hittas',
  'Siden blev ikke fundet',
  'Siden finnes ikke',
  'Sivua ei löytynyt',
  'Az oldal nem található',
  'Sayfa bulunamadı',
  'Страница не найдена',
  'Ошибка 404',
  'Сторінку не знайдено',
  'ページが見つかりません',
  'お探しのページは見つかりませんでした',
  '页面不存在',
  '找不到页面',
  '頁面不存在',
  '페이지를 찾을 수 없습니다',
  'الصفحة غير موجودة',
  'הדף לא נמצא',
  'ไม่พบหน้าที่คุณต้องการ',
  'Request Rejected',
  'Access Denied',
  'Just a moment...',
  '500 Internal Server Error',
  'Something went wrong',
  'File not found',
  'Product not found',
  'Content no longer available',
  'Page missing',
  'Whoops, page not found!',
  '410 Gone',
  'Gone',
  'Error',
];
const NAMES = [
  'Found',
  'Lost and found',
  'How to fix 404 errors',
  'Custom 404 pages | Docs',
  'Available plans',
  'Page builder',
  'Error handling',
  'Error reference',
  'Status',
  'Products',
  'Exists',
  'Deleted scenes',
  'Moved to Vienna',
  'Removed features – Changelog',
  'Missing persons',
  'There is a light',
  'The page',
  'This page',
  'Pages',
  'Sorry seems to be the hardest word',
  'Service status',
  'Not your average bank',
  'Fehlermeldungen',
  'Forbidden City tours',
  'Item available in store',
  'Content',
  'Sites',
  'Product',
  'Gone with the wind',
  'We can find you a home',
  'Is it available?',
  'The missing link',
  'Seite 2',
  'No results',
  'The Available',
  "What's new",
  'Something went right',
  'Nothing Phone',
  'Moved',
  'Product moved',
  'Links',
  'Found!',
  'About us',
];

describe('name of a page', () => {
  it.each(MESSAGES)('reports a missing page: %s', (name) => {
    expect(saysNotFound(name)).toBe(true);
  });

  it.each(NAMES)('accepts a name: %s', (name) => {
    expect(saysNotFound(name)).toBe(false);
  });
});

const CORPUS = '../shared/corpus/html';
if (!existsSync(CORPUS)) console.log(`no ${CORPUS}: real pages are not tried`);
describe.runIf(existsSync(CORPUS))('test of real pages', () => {
  const says = (file: string) => {
    const { title, heading } = readPage(decodePage(readFileSync(file), undefined), 'https://site.example/', {});
    return [title, heading].some((name) => name !== null && saysNotFound(name));
  };
  const files = (folder: string) => readdirSync(`${CORPUS}/${folder}`).map((file) => `${CORPUS}/${folder}/${file}`);

  it('accepts all homepages and articles', () => {
    expect([...files('homepages'), ...files('articles')].filter(says)).toEqual([]);
  });

  it.each(['groupme.com', 'www.anker.com', 'www.knou.ac.kr', 'www.uidaho.edu', 'www.worldbank.org'])(
    'reports a missing page: %s',
    (site) => {
      expect(says(`${CORPUS}/soft404/${site}.html`)).toBe(true);
    },
  );
});
