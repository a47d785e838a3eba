/** Words before a message, such as `404`, `Oops!` and `Sorry,`. */
const LEAD =
  /^(?:(?:http|status|code|error|errors|fehler|erreur|errore|erro|fout|fel|fejl|feil|virhe|błąd|chyba|hiba|hata|ошибка|помилка|エラー|错误|錯誤|오류|40[0-9]|410|50[0-9]|oops|ooops|uh|oh|whoops|hoppla|ups|ops|oups|sorry|unfortunately|we re|we are|leider|hmm+|huh|désolé|lo sentimos|sajnáljuk)(?: |$))+/u;

const SUBJECT = '(?:page|site|website|url|link|address|resource|content|document|file|article|post|product|item)s?';
const WANTED = `(?:(?:this|that|the|your|requested) )*(?:${SUBJECT} )?(?:(?:that )?you (?:(?:were|are|re|have) )?(?:looking for|requested|tried to (?:reach|open|visit|access)|wanted) )?`;
const NEGATION =
  '(?:(?:(?:was|is|has|have|could|can|does|do|may|might) )*(?:not|no longer)|(?:can|could|is|was|does|do|has)n t|cannot|can t)';
const PLACE = '(?: (?:here|on (?:this|our) (?:server|site|website)|or .*|anymore|any more))?';
/** Complete messages without these words. */
const MESSAGES = [
  // English
  `${WANTED}${NEGATION} (?:(?:be|been|seem to) )*(?:found|exists?|available|here)${PLACE}`,
  `${WANTED}(?:(?:is|was|has|have|may have|might have) )+(?:been )?(?:gone|missing|deleted|removed)${PLACE}`,
  'gone',
  `${WANTED}(?:has|may have|might have) (?:been )?moved`,
  `(?:we|i) (?:cannot|can t|could not|couldn t|were unable to|weren t able to|are unable to) (?:seem to )?(?:find|locate) .*`,
  `(?:there is|there s|there was) (?:no|nothing) .*`,
  `no such ${SUBJECT}`,
  `nothing (?:was |to see )?(?:found|here)(?: here)?`,
  `(?:missing|unknown|dead|broken|lost|error) ${SUBJECT}`,
  `${SUBJECT} (?:error|unavailable|unknown|missing|removed|deleted|gone)`,
  // Other failures that come with status 200
  '(?:access|permission) denied|forbidden|unauthorized|request (?:rejected|blocked)|internal server error|service (?:temporarily )?unavailable|bad (?:gateway|request)|just a moment|attention required(?: cloudflare)?|an error (?:has )?occurred|something went wrong|application error',
  // German, Dutch, Swedish, Danish, Norwegian
  '(?:(?:die|diese|der|dieser|das|dieses|ihre|gewünschte|angeforderte|aufgerufene|gesuchte) )*(?:seite|webseite|website|inhalt|adresse|dokument) (?:(?:konnte|wurde|ist|existiert|kann|leider) )*(?:nicht|nicht mehr)(?: (?:gefunden|vorhanden|verfügbar|erreichbar|auffindbar|werden|mehr))*',
  'fehlerseite',
  '(?:(?:de|deze|opgevraagde) )*pagina (?:(?:is|werd|kon|kan|bestaat) )*niet(?: (?:gevonden|beschikbaar|meer|worden))*',
  '(?:sidan|siden|side|sida) (?:(?:kunde|kunne|blev|ble|är|er|findes|finnes|finns|du søgte|hittades|desværre) )*(?:inte|ikke)(?: (?:hittas|fundet|funnet|findes|længere|lenger|längre|finns))*',
  // French, Spanish, Portuguese, Italian, Romanian
  '(?:(?:la|cette|votre) )?page (?:(?:demandée|que vous cherchez|est) )*(?:non trouvée|introuvable|inexistante|n existe (?:pas|plus)|n a pas été trouvée)',
  '(?:la )?página (?:(?:solicitada|que buscas) )*(?:no|não) (?:(?:ha sido|fue|foi|se|pudo ser|existe|está|se ha) ?)*(?:encontrada|encontrado|encuentra|disponible|disponível|encontró)?',
  '(?:la )?pagina (?:(?:richiesta) )?(?:non|nu) (?:(?:è stata|esiste|a fost|există|è) ?)*(?:trovata|găsită|disponibile)?',
  // Slavic languages
  'nie znaleziono(?: strony)?|strona nie (?:została znaleziona|istnieje)|strony nie znaleziono',
  '(?:stránka|stránku) (?:nebyla |nebola |se nepodařilo )?(?:nenalezena|nalezena|nájdená|najít|neexistuje|sa nenašla)',
  'страниц[аыу] не (?:найден[аыо]?|существует|доступна)|страница (?:удалена|отсутствует)|сторінк[ау] не (?:знайдено|знайдена|існує)|страницата не е намерена|ничего не найдено',
  // Finnish, Hungarian, Turkish, Greek, Vietnamese, Indonesian
  'sivua ei (?:löydy|löytynyt)|(?:az? )?oldal nem (?:található|létezik)|sayfa bulunamadı|(?:η )?σελίδα δεν βρέθηκε|không tìm thấy trang|halaman tidak (?:ditemukan|tersedia)',
  // Arabic, Hebrew, Thai, Hindi
  '(?:ال)?صفحة (?:غير موجودة|غير متوفرة)|(?:הדף|העמוד) (?:לא נמצא|אינו קיים)|ไม่พบหน้า.*|पृष्ठ नहीं मिला',
  // Chinese, Japanese, Korean
  '(?:(?:抱歉|对不起|很抱歉|您(?:访问|查找)的|該|该|此) ?)*(?:页面|網頁|网页|頁面) ?(?:不存在|未找到|找不到|没有找到|已删除|已不存在)|(?:找不到|未找到)(?:该|該|此|您要的)?(?:页面|頁面|网页|網頁)',
  '.*(?:ページ|コンテンツ)(?:が|は) ?(?:見つかりません.*|存在しません|ありません.*|見つかりませんでした)',
  '(?:요청하신 )?페이지를 찾을 수 (?:없습니다|없음)|존재하지 않는 페이지(?:입니다)?',
];
const MESSAGE = new RegExp(`^(?:${MESSAGES.join('|')})(?: \\d+)?$`, 'u');
/** Separators of title parts. */
const SEPARATOR = /\s+[|–—·•»«:~-]+\s+|\s*[|｜»•]\s*|:\s+|[.!?…]+(?:\s+|$)/u;
const MAX_CHARS = 200;

/** Reports whether a title or heading says that the page does not exist. Servers send such pages with status 200. */
export function saysNotFound(name: string): boolean {
  return name
    .slice(0, MAX_CHARS)
    .split(SEPARATOR)
    .some((part) => isMessage(part));
}

function isMessage(part: string): boolean {
  const words = part
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  const rest = words.replace(LEAD, '').trim();
  if (rest === '') return /40[0-9]|410|50[0-9]/.test(words) || /^(?:error|fehler|erreur)$/.test(words);
  return MESSAGE.test(rest) || MESSAGE.test(words);
}
