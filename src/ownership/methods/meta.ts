import { decodePage } from '../../extract/decode-page.ts';
import { type Attributes, type TagVisitor, walkTags } from '../../extract/walk-tags.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { readToken, type SeenToken } from '../proof-look.ts';
import { formatPlace, placesOf } from '../proof-places.ts';
import { absent, counted, inconclusive, type Method, type Reading, readPlaces } from './method.ts';

const NAME = 'svc-verify';
const HTML_TYPE = /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i;
/** A meta element as text. It may stand in a comment, a template, a script, or where no element may. */
const META_TEXT = /<meta\b[^>]{0,500}svc-verify[^>]{0,500}>/gi;
/** Elements that are looked at; a head has one or two of this name. */
const MAX_ELEMENTS = 200;

/** A meta element in the parsed head of the homepage: what a visitor wrote into the body proves nothing. */
export const metaMethod: Method = {
  name: 'meta',

  instructions: ({ site, token }) => ({
    description: `Add this element to the head of ${formatPlace(site, homepagesOf(placesOf(site)))}.`,
    snippet: elementWith(token),
  }),

  lookedFor: ({ token }) => elementWith(token),

  look: (question, tools) =>
    readPlaces(homepagesOf(placesOf(question.site)), LIMITS.proofPage, question, tools, readHomepage),
};

const homepagesOf = ({ origins }: ReturnType<typeof placesOf>) => origins.map((origin) => `${origin}/`);
const elementWith = (token: string) => `<meta name="${NAME}" content="${token}">`;

function readHomepage({ body, headers, truncated }: FetchResult): Reading {
  const type = headers['content-type'] ?? '';
  if (type !== '' && !HTML_TYPE.test(type)) return absent('no HTML page');
  const html = decodePage(body, type);
  const { inHead, tokens } = readMetas(html);
  const all = [...tokens, ...readMetaTexts(html)];
  if (inHead > 0) return absent(`${counted(inHead, `${NAME} element`)} without a token`, all);
  return truncated ? inconclusive('none in the first MiB', all) : absent(`no ${NAME} element in the head`, all);
}

/** The elements of the name that a browser would make of the page, in its head or not. */
function readMetas(html: string): { readonly inHead: number; readonly tokens: SeenToken[] } {
  const tokens: SeenToken[] = [];
  let inHead = 0;
  let seen = 0;
  const start = (element: string, attributes: Attributes, isInHead: boolean) => {
    if (element !== 'meta' || seen >= MAX_ELEMENTS) return;
    const isNamed = isName(attributes.get('name'));
    if (!isNamed && !isName(attributes.get('property'))) return;
    seen += 1;
    if (isNamed && isInHead) inHead += 1;
    const flaw = !isNamed ? 'with property= instead of name=' : isInHead ? null : 'in the body instead of the head';
    tokens.push(...readToken(attributes.get('content')?.trim() ?? '', flaw));
  };
  const visitor: TagVisitor = { start, end: () => {}, text: () => {} };
  walkTags(html, visitor);
  return { inHead, tokens };
}

const isName = (value: string | undefined) => value?.trim().toLowerCase() === NAME;

/** Tokens in what looks like the element and is none for a browser. They explain a missed proof, and prove nothing. */
function readMetaTexts(html: string): SeenToken[] {
  const found = (html.match(META_TEXT) ?? []).slice(0, MAX_ELEMENTS);
  return found.flatMap((text) => readToken(text, 'in a comment, template, script or noscript element'));
}
