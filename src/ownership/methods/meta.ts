import { decodePage, mediaType } from '#llmstxt';
import { HTML_TYPES } from '../../extract/is-html.ts';
import { type NamedMeta, readMetas } from '../../extract/read-metas.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { readToken, type SeenToken, trimInvisible } from '../proof-look.ts';
import { formatPlace, listPlaces } from '../proof-places.ts';
import { absent, counted, inconclusive, type Method, type Reading, readPlaces } from './method.ts';

const NAME = 'svc-verify';
/** Matches a meta element in raw text. The element may be in a comment, a template, a script or an invalid place. */
const META_TEXT = /<meta\b[^>]{0,500}svc-verify[^>]{0,500}>/gi;
/** Matches the name with the text after it, as in an escaped element. */
const PLAIN_TEXT = /svc-verify[^<]{0,500}/gi;
/** Most matches in raw text to read. */
const MAX_TEXTS = 200;

/**
 * Proof by a meta element in the parsed head of the homepage. The body may contain visitors' text and proves nothing.
 */
export const metaMethod: Method = {
  name: 'meta',

  instructions: ({ site, token }) => ({
    description: `Add this element to the head of ${formatPlace(site, listHomepages(listPlaces(site)))}.`,
    snippet: elementWith(token),
  }),

  lookedFor: ({ token }) => elementWith(token),

  look: (question, tools) =>
    readPlaces(listHomepages(listPlaces(question.site)), LIMITS.proofPage, question, tools, readHomepage),
};

const listHomepages = ({ origins }: ReturnType<typeof listPlaces>) => origins.map((origin) => `${origin}/`);
const elementWith = (token: string) => `<meta name="${NAME}" content="${token}">`;

function readHomepage({ body, headers, truncated }: FetchResult): Reading {
  const type = headers['content-type'] ?? '';
  if (type !== '' && !HTML_TYPES.has(mediaType(type))) return absent('no HTML page');
  const html = decodePage(body, type);
  const metas = readMetas(html, NAME);
  const tokens = [...metas.flatMap(readElement), ...readMetaTexts(html)];
  const inHead = metas.filter((meta) => meta.inHead && meta.by === 'name').length;
  if (inHead > 0) return absent(`${counted(inHead, `${NAME} element`)} without a token`, tokens);
  return truncated ? inconclusive('none in the first MiB', tokens) : absent(`no ${NAME} element in the head`, tokens);
}

/** Returns the token of an element and the reason that it is not a proof. */
function readElement({ content, by, inHead }: NamedMeta): SeenToken[] {
  const flaw =
    by === 'property' ? 'with property= instead of name=' : inHead ? null : 'in the body instead of the head';
  return readToken(trimInvisible(content), flaw);
}

/**
 * Finds tokens in text that looks like the element but is not an element for a browser, to explain a
 * missed proof.
 */
function readMetaTexts(html: string): SeenToken[] {
  const texts = (html.match(META_TEXT) ?? []).slice(0, MAX_TEXTS);
  return [
    ...texts.flatMap((text) => readToken(text, describeFlaw(text))),
    ...(html.match(PLAIN_TEXT) ?? [])
      .slice(0, MAX_TEXTS)
      .flatMap((text) => readToken(text, 'as text instead of an element')),
  ];
}

function describeFlaw(text: string): string {
  if (/[“”„]/.test(text)) return 'in an element with curly quotes';
  if (/\bhttp-equiv\s*=/i.test(text)) return 'with http-equiv= instead of name=';
  if (!/\b(?:name|property)\s*=/i.test(text)) return 'in an element without name=';
  return /\bcontent\s*=/i.test(text)
    ? 'in a comment, template, script or noscript element'
    : 'in an element without content=';
}
