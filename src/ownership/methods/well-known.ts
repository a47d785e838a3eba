import { decodeBody, detectBodyKind } from '#llmstxt';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { readToken, trimInvisible } from '../proof-look.ts';
import { formatPlace, listPlaces } from '../proof-places.ts';
import { absent, type Method, type Reading, readPlaces } from './method.ts';

const PATH = '/.well-known/svc-verify.txt';

/** Proof by a file that contains only the token. */
export const wellKnownMethod: Method = {
  name: 'well_known',

  instructions: ({ site, token }) => ({
    description: `Serve this text as ${formatPlace(site, listFiles(listPlaces(site)))}.`,
    snippet: token,
  }),

  lookedFor: ({ token }) => token,

  look: (question, tools) =>
    readPlaces(listFiles(listPlaces(question.site)), LIMITS.proofFile, question, tools, readFile),
};

const listFiles = ({ origins }: ReturnType<typeof listPlaces>) => origins.map((origin) => origin + PATH);

const TOO_LARGE = 'a file of more than 4 KiB';

function readFile({ body, truncated }: FetchResult): Reading {
  const text = trimInvisible(decodeText(body));
  if (truncated) return absent(TOO_LARGE, readToken(text, `in ${TOO_LARGE}`));
  if (text === '') return absent('an empty file');
  const isPage = detectBodyKind(text).kind === 'html';
  const tokens = readToken(text, isPage ? 'in an HTML page instead of a text file' : null, describeFlaw(text));
  return absent(isPage ? 'an HTML page' : 'a file with another content', tokens);
}

/** Returns the reason that a file is not a proof, for common text around a token. */
function describeFlaw(text: string): string {
  if (/svc-verify\s*[=:]/i.test(text)) return 'after svc-verify=: the file must contain only the token';
  return /^(["'`“”])[^"'`“”]*["'`“”]$/.test(text) ? 'in quotes' : 'with other text around it';
}

/** Decodes a file as editors save it. Windows PowerShell writes UTF-16, and some tools omit its byte-order mark. */
function decodeText(body: Uint8Array): string {
  const [first, second] = body;
  if (first !== 0 && second === 0) return new TextDecoder('utf-16le').decode(body);
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be').decode(body);
  return decodeBody(body).text;
}
