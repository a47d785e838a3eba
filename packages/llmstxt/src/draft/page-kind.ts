import { toSegments } from './site-url.ts';

/**
 * `page` belongs in the file, and `legal` under Optional. `excluded` pages are for machines or steps to other pages.
 */
export type PageKind = 'page' | 'legal' | 'excluded';

const words = (list: string) => new Set(list.split(/\s+/));

/** Path segments of excluded pages, in languages of real sites. */
const EXCLUDED = words(`
  login log-in signin sign-in signup sign-up logout log-out signout register registration registrieren anmelden
  anmeldung connexion inscription iniciar-sesion registro entrar cadastro accedi account accounts my-account myaccount
  konto mein-konto mon-compte mi-cuenta profile password passwort reset-password forgot-password lost-password auth
  oauth sso cart basket shopping-cart warenkorb panier carrito carrinho carrello checkout kasse wishlist merkliste
  compare search suche recherche buscar busca pesquisa cerca zoeken szukaj hledani sok haku tag tags category
  categories kategorie kategorien categorie categoria author authors autor archive archives feed rss atom print share
  embed amp attachment trackback wp-admin wp-login wp-login.php wp-json wp-content wp-includes xmlrpc.php cdn-cgi
  cgi-bin admin _next node_modules api-docs.json unsubscribe subscribe newsletter-signup thank-you thanks danke
  confirmation 404 404.html 500 error errors test sitemap sitemap.html site-map sitemaps robots.txt llms.txt
  llms-full.txt redirect out go goto cookie-settings genindex py-modindex _modules _sources
`);
const LEGAL = words(`
  privacy privacy-policy privacypolicy privacy-notice privacy-statement datenschutz datenschutzerklaerung
  datenschutzerklärung terms terms-of-service terms-of-use terms-and-conditions terms-conditions tos agb
  nutzungsbedingungen conditions-generales cgv cgu mentions-legales imprint impressum legal legal-notice
  legal-information rechtliches disclaimer haftungsausschluss cookies cookie-policy cookie-notice cookie-richtlinie
  politica-de-privacidad politica-de-cookies aviso-legal politique-de-confidentialite politica-de-privacidade
  informativa-privacy note-legali gdpr dsgvo ccpa dmca copyright trademark trademarks widerruf widerrufsbelehrung
  refund-policy return-policy returns-policy shipping-policy acceptable-use accessibility accessibility-statement
  barrierefreiheit do-not-sell modern-slavery modern-slavery-statement polityka-prywatnosci regulamin
  privacyverklaring algemene-voorwaarden integritetspolicy
`);
const PAGING = /^(?:page|seite|pagina|p)-?\d*$/i;
const LEGAL_WORD =
  /^(?:privacy|terms|cookies?)[-_.]|(?:^|[-_])(?:privacy|cookie|refund|return|returns|shipping|usage|security|data)[-_]policy/i;

export function findPageKind(url: string): PageKind {
  const segments = toSegments(url).map((segment) => segment.toLowerCase());
  for (const [index, segment] of segments.entries()) {
    const bare = segment.replace(/\.(?:html?|php|aspx?)$/, '');
    if (EXCLUDED.has(segment) || EXCLUDED.has(bare)) return 'excluded';
    if (PAGING.test(bare) && (index > 0 || /\d/.test(bare))) return 'excluded';
    if (LEGAL.has(bare) || LEGAL_WORD.test(bare)) return 'legal';
  }
  return 'page';
}
