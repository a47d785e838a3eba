/** Matches words before a message, such as `404`, `Oops!` and `Sorry,`. */
const LEAD =
  /^(?:(?:http|status|code|error|errors|fehler|erreur|errore|erro|fout|fel|fejl|feil|virhe|błąd|chyba|hiba|hata|ошибка|помилка|エラー|错误|錯誤|오류|40[0-9]|410|50[0-9]|oops|ooops|uh|oh|whoops|hoppla|ups|ops|oups|sorry|unfortunately|we re|we are|leider|hmm+|huh|désolé|lo sentimos|sajnáljuk)(?: |$))+/u;

const SUBJECT =
  '(?:page|site|website|url|link|address|resource|content|document|file|article|post|product|item|object|entry|account|profile|project|repository|deployment|domain|app|store|shop)s?';
const WANTED = `(?:(?:this|that|the|your|requested) )*(?:${SUBJECT} )?(?:(?:that )?you (?:(?:were|are|re|have) )?(?:looking for|requested|tried to (?:reach|open|visit|access)|wanted) )?`;
const NEGATION =
  '(?:(?:(?:was|is|has|have|could|can|does|do|may|might) )*(?:not|no longer)|(?:can|could|is|was|does|do|has)n t|cannot|can t)';
const PLACE = '(?: (?:here|on (?:this|our) (?:server|site|website)|or .*|anymore|any more))?';
/** Messages without the words of `LEAD`. */
const MESSAGES = [
  // English
  `${WANTED}${NEGATION} (?:(?:be|been|seem to) )*(?:found|exists?|available|here|displayed|reached|loaded)${PLACE}`,
  `${WANTED}(?:(?:is|was|has|have|may have|might have) )+(?:been )?(?:gone|missing|deleted|removed)${PLACE}`,
  'gone',
  `${WANTED}(?:has|may have|might have) (?:been )?moved`,
  `(?:we|i) (?:cannot|can t|could not|couldn t|were unable to|weren t able to|are unable to) (?:seem to )?(?:find|locate) (?:(?:the|this|that|your|any) )?(?:requested )?(?:${SUBJECT}|what you|anything|it|that)(?: .*)?`,
  `there (?:(?:is|s|was) no|(?:is|was) not an?|(?:is|was)n t an?) (?:[a-z]+ ){0,2}?${SUBJECT}(?: .*)?`,
  `no such ${SUBJECT}|no ${SUBJECT} (?:was )?(?:here|found)`,
  '(?:there (?:is|s|was) )?nothing (?:was |to see )?(?:found|here)(?: here)?|something (?:is|s) missing',
  '(?:it )?(?:looks like |seems )?you (?:are|seem to be|appear to be|re) lost',
  `(?:missing|unknown|dead|broken|lost|error) ${SUBJECT}`,
  `${SUBJECT} (?:is )?(?:currently |temporarily )?(?:error|unavailable|unknown|missing|removed|deleted|gone)`,
  // English failures that come with status 200
  `(?:access|permission) denied|access to this ${SUBJECT} (?:has been|is|was) (?:denied|blocked|restricted)|forbidden|unauthorized|(?:login|authentication) required`,
  'request (?:rejected|blocked)|you (?:have been|are|were) (?:blocked|banned)|are you (?:a robot|human)|(?:verify|verifying|confirm) (?:that )?you are (?:a )?human|checking your browser.*|just a moment|please wait|attention required(?: cloudflare)?',
  '(?:internal )?server error|(?:fatal|database|application|unexpected) error|service (?:temporarily )?unavailable|bad (?:gateway|request)|an? (?:unexpected )?error (?:has )?occurred|(?:looks like )?something went wrong|(?:error )?establishing a database connection',
  `(?:(?:this|our|the) )?(?:web)?site is (?:currently )?(?:under|down for|undergoing) maintenance|(?:web)?site under maintenance|maintenance mode`,
  // German, Dutch, Swedish, Danish, Norwegian, Icelandic
  '(?:(?:die|diese|der|dieser|das|dieses|ihre|gewünschte|angeforderte|aufgerufene|gesuchte) )*(?:seite|webseite|website|inhalt|adresse|dokument) (?:(?:konnte|wurde|ist|existiert|kann|gibt es|leider) )*(?:nicht|nicht mehr)(?: (?:gefunden|vorhanden|verfügbar|erreichbar|auffindbar|werden|mehr))*',
  'nicht gefunden|fehlerseite|wir (?:konnten|können) (?:die|diese) seite (?:leider )?nicht finden|zugriff verweigert|(?:es ist )?ein fehler (?:ist )?aufgetreten',
  '(?:(?:de|deze|opgevraagde) )*pagina (?:(?:is|werd|kon|kan|bestaat) )*niet(?: (?:gevonden|beschikbaar|meer|worden))*|niet gevonden',
  '(?:sidan|siden|side|sida|síðan|síða) (?:(?:kunde|kunne|blev|ble|är|er|findes|finnes|finns|du søgte|hittades|fannst|desværre) )*(?:inte|ikke|ekki)(?: (?:hittas|fundet|funnet|findes|længere|lenger|längre|finns))*',
  '(?:vi )?(?:hittade inte|fandt ikke|fant ikke|kunde inte hitta|kunne ikke (?:finde|finne)) (?:sidan|siden)|hittades inte|ikke (?:fundet|funnet)',
  // French, Spanish, Catalan, Portuguese, Italian, Romanian
  '(?:(?:la|le|cette|ce|votre) )?(?:page|contenu|document|article|produit|fichier) (?:(?:demandée?|que vous (?:re)?cherchez|est) )*(?:non trouvée?|introuvable|inexistante?|n existe (?:pas|plus)|n a pas été trouvée?)|introuvable|accès (?:refusé|interdit)|une erreur est survenue',
  '(?:(?:la|el|esta|essa|a) )?(?:página|contenido|conteúdo) (?:(?:solicitad[ao]|que buscas|que você procura) )*(?:inexistente|(?:no|não) (?:(?:ha sido|fue|foi|se|pudo ser|existe|está|se ha) ?)*(?:encontrad[ao]|encuentra|disponible|disponível|encontró)?)',
  '(?:no|não) encontrad[ao]|no se (?:encontró|encuentra|ha encontrado|pudo encontrar) (?:la|esta) página|não foi possível encontrar a página|(?:acceso denegado|acesso negado)|(?:pàgina no trobada|no s ha trobat la pàgina)',
  '(?:la )?pagin[aă] (?:(?:richiesta|che (?:cerchi|stai cercando|hai cercato)) )?(?:inesistente|negăsită|(?:non|nu) (?:(?:è stata|esiste|a fost|există|è) ?)*(?:trovata|găsită|disponibile)?)|non trovat[ao]|accesso negato',
  // Slavic and Baltic languages, Estonian
  'nie (?:odn|zn)aleziono(?: strony)?|(?:(?:ta|podana|szukana|żądana) )?strona nie (?:została (?:znaleziona|odnaleziona)|istnieje)|strony nie znaleziono',
  '(?:stránka|stránku|strana) (?:nebyla |nebola |se nepodařilo )?(?:nenalezena|nalezena|nájdená|nenájdená|najít|neexistuje|sa nenašla)',
  '(?:(?:к сожалению|извините|упс|запрашиваемая|запрошенная|такая|эта|данная|ця|така) )*(?:страниц[аыу] (?:не (?:найден[аыо]?|существует|доступна)|удалена|отсутствует)|сторінк[ау] не (?:знайдено|знайдена|існує))|(?:такой )?страницы (?:здесь )?(?:больше )?(?:нет|не существует)|нет такой страницы|ничего не найдено|доступ запрещ[её]н',
  'страницата не е намерена|(?:stranica nije pronađena|страница није пронађена)|stranica ne postoji|stran (?:ni najdena|ne obstaja)|puslapis nerastas|lapa nav atrasta|lehte ei leitud',
  // Finnish, Hungarian, Turkish, Greek, Vietnamese, Indonesian
  '(?:etsimääsi )?sivua ei (?:löydy|löytynyt|ole(?: olemassa)?)|(?:az? )?(?:keresett )?oldal nem (?:található|létezik)|(?:aradığınız )?sayfa (?:bulunamadı|mevcut değil)',
  '(?:η )?σελίδα δεν (?:βρέθηκε|υπάρχει)|trang (?:này )?không tồn tại|không tìm thấy(?: trang)?|(?:halaman|laman) (?:tidak|tak) (?:ditemukan|tersedia|dijumpai|ada)',
  // Arabic, Persian, Hebrew, Thai, Hindi, Bengali, Tamil
  '(?:ال)?صفحة (?:المطلوبة |التي تبحث عنها )?غير (?:موجودة|متوفرة|متاحة)|لم يتم العثور على (?:ال)?صفحة.*|صفحه (?:مورد نظر )?(?:یافت نشد|پیدا نشد|وجود ندارد)|(?:הדף|העמוד) (?:המבוקש |שביקשת )?(?:לא נמצא|לא קיים|אינו קיים)',
  'ไม่พบ(?:หน้า|เพจ).*|(?:पृष्ठ|पेज) नहीं मिला|পৃষ্ঠা(?:টি)? পাওয়া যায়নি|பக்கம் (?:கிடைக்கவில்லை|காணப்படவில்லை)',
  // Chinese, Japanese, Korean
  '(?:(?:抱歉|对不起|很抱歉|您?(?:要|所|正在)?(?:访问|查找|寻找|请求|訪問|尋找)的|該|该|此|这个|這個) ?)*(?:页面|網頁|网页|頁面) ?(?:不存在|未找到|找不到|没有找到|已删除|已不存在|走丢了|不见了|丢失了?|无法访问|無法顯示|出错了)|(?:找不到|未找到)(?:该|該|此|您要的)?(?:页面|頁面|网页|網頁)',
  '.*(?:ページ|コンテンツ)(?:が|は) ?(?:見つかりません.*|存在しません|ありません.*|見つかりませんでした)',
  '(?:요청하신 )?페이지를 찾을 수 (?:없습니다|없음)|(?:존재하지 않는|찾을 수 없는) 페이지(?:입니다)?|페이지가 (?:없습니다|존재하지 않습니다)',
];
const MESSAGE = new RegExp(`^(?:${MESSAGES.join('|')})(?: \\d+)?$`, 'u');
/** Separators of the parts of a title. */
const SEPARATOR = /\s+[|–—·•»«:~-]+\s+|\s*[|｜»•]\s*|:\s+|[.!?…]+(?:\s+|$)/u;
const MAX_CHARS = 200;
/** Matches interjections, which are a message only if no other text follows. */
const INTERJECTION = /^(?:oops|whoops|oups|hoppla)[!.…]*$/i;
/** Matches the text that remains after a status, as in `404 page`. */
const SUBJECT_ONLY = /^(?:page|seite|página|pagina|strona|stránka|страница|页面|ページ|페이지)?$/;

/** Reports whether a title or heading says that the page does not exist. Servers send such pages with status 200. */
export function saysNotFound(name: string): boolean {
  const start = name.slice(0, MAX_CHARS);
  return INTERJECTION.test(start.trim()) || start.split(SEPARATOR).some((part) => isMessage(part));
}

function isMessage(part: string): boolean {
  const words = part
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  const rest = words.replace(LEAD, '').trim();
  if (SUBJECT_ONLY.test(rest) && /^(?:\S+ )*(?:40[0-9]|410|50[0-9])/.test(words)) return true;
  if (rest === '') return /^(?:error|fehler|erreur)$/.test(words);
  return MESSAGE.test(rest) || MESSAGE.test(words);
}
