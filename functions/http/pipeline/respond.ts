import { paths } from '../../../src/directory/urls.ts';
import { isLoopback } from '../../../src/runtime/env.ts';
import type { Answer, Fields, SentAnswer } from './answer.ts';
import type { AppContext } from './app-env.ts';
import { applyConditions } from './apply-conditions.ts';
import { type Coding, chooseCoding, createCompress, isCompressible, nameCoding } from './compress.ts';
import { MCP_CORS } from './cors.ts';
import { isFileBody, MAX_READ_BYTES, openFile } from './file-body.ts';
import { createGuardFields } from './guard-fields.ts';
import { limitFields } from './limiter.ts';
import { createSecurityFields } from './security-fields.ts';
import { rememberChunks } from './send-chunks.ts';

/** Last steps of every request: representation, conditional answer, common fields. */
export type Respond = (c: AppContext, answer: Answer) => Promise<Response>;

export function createRespond(baseUrl: string): Respond {
  const { data } = createSecurityFields(baseUrl);
  const guardFields = createGuardFields(baseUrl);
  const mcp = isLoopback(baseUrl) ? data : { ...MCP_CORS, ...data };

  const compress = createCompress();

  return async (c, given) => {
    const isCoded = isCompressible(given);
    // A range refers to the uncompressed file.
    const takesCoding = isCoded && !(isFileBody(given.body) && c.req.header('range') !== undefined);
    const coding = takesCoding ? chooseCoding(c.req.header('accept-encoding')) : null;
    const chosen = coding === null ? given : nameCoding(given, coding);
    const current = applyConditions((name) => c.req.header(name), chosen);
    const sent: SentAnswer = current === chosen ? await open(c, chosen, coding) : { ...current, body: null };
    const { status, headers, body, chunks } = sent;
    const type = given.headers['content-type'] ?? '';
    const guard = c.req.path === paths.mcp && !type.startsWith('text/html') ? mcp : guardFields(status, type);
    const vary = varyField(c.get('variesByAccept') ?? false, isCoded);
    const response = new Response(body, {
      status,
      headers: { ...headers, ...requestFields(c, status, body), ...vary, ...guard },
    });
    if (chunks) rememberChunks(response, chunks);
    return response;
  };

  /** Returns the answer with its final body. */
  async function open(c: AppContext, answer: Answer, coding: Coding | null): Promise<SentAnswer> {
    const { method } = c.req;
    const { body, ...head } = answer;
    if (!isFileBody(body)) return coding === null ? { ...head, body } : await compress({ ...head, body }, coding);
    // Omit the length of a compressed file for HEAD, because it is unknown before compression.
    const isOmitted = method === 'HEAD' && body.bytes > MAX_READ_BYTES;
    if (coding !== null) return isOmitted ? { ...head, body: null } : await compress(answer, coding);
    return await openFile(answer, body, { method, range: c.req.header('range'), ifRange: c.req.header('if-range') });
  }
}

/** Returns the request fields that selected the representation. */
function varyField(byAccept: boolean, byCoding: boolean): Fields {
  const names = [...(byAccept ? ['Accept'] : []), ...(byCoding ? ['Accept-Encoding'] : [])];
  return names.length === 0 ? {} : { vary: names.join(', ') };
}

function requestFields(c: AppContext, status: number, body: SentAnswer['body']): Record<string, string> {
  const fields: Record<string, string> = { 'x-request-id': c.get('requestId') };
  // Answer HEAD with the length and without the body.
  if (typeof body === 'string' || body instanceof Uint8Array)
    fields['content-length'] = String(Buffer.byteLength(body));
  const quotas = c.get('quotas');
  if (quotas) Object.assign(fields, limitFields(quotas));
  const ageS = c.get('ageS');
  // A failure has no cache age.
  if (ageS !== undefined && status < 400) fields['age'] = String(ageS);
  return fields;
}
