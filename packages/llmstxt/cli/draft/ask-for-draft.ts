import { type Members, noAnswer, toMembers, unknownForm } from '../directory-answer.ts';
import { fetchFile } from '../fetch-file.ts';
import type { Directory } from '../find-directory.ts';
import { InputError } from '../input.ts';

export interface DraftAnswer {
  readonly text: string;
  readonly pagesRead: number;
  readonly notes: readonly string[];
}

/** Longest wait. A directory takes up to 30 s for a draft, and the transport gets the other seconds. */
const TIMEOUT_MS = 45_000;

/**
 * Requests a draft of a site's llms.txt from a directory. Rejects with an `InputError` if the directory returns no
 * draft.
 * @param onProgress called with each step
 */
export async function askForDraft(
  domain: string,
  { baseUrl, network }: Directory,
  onProgress: (message: string) => void,
): Promise<DraftAnswer> {
  const address = `${baseUrl}/v1/generate/${domain}`;
  const ends: { result?: Members; problem?: Members } = {};
  const events = createEventReader((name, data) => {
    if (name === 'progress') onProgress(String(data['message']));
    else if (name === 'result' || name === 'problem') ends[name] = data;
  });
  const { body, response } = await fetchFile(address, network, {
    accept: 'text/event-stream',
    timeoutMs: TIMEOUT_MS,
    keepErrors: true,
    onPart: events,
  });
  if (body === null) throw noAnswer(address, response);
  const { result, problem = response.status === 200 ? undefined : parseMembers(new TextDecoder().decode(body)) } = ends;
  if (problem !== undefined) {
    const { detail } = problem;
    throw typeof detail === 'string' ? new InputError(detail) : noAnswer(address, response);
  }
  const { text, pages_read: pagesRead, notes } = result ?? {};
  if (typeof text !== 'string' || typeof pagesRead !== 'number' || !Array.isArray(notes)) {
    throw unknownForm(address);
  }
  return { text, pagesRead, notes: notes.map(String) };
}

/** Reads parts of a `text/event-stream` with one line of JSON per event, and passes the events on. */
function createEventReader(onEvent: (name: string, data: Members) => void): (part: Uint8Array) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return (part) => {
    const events = (rest + decoder.decode(part, { stream: true })).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event)?.[1] ?? '';
      const data = parseMembers(/^data: (.*)$/m.exec(event)?.[1] ?? '');
      onEvent(name, data);
    }
  };
}

/** Parses the members of a JSON object. Returns an empty object for other text. */
function parseMembers(json: string): Members {
  try {
    return toMembers(JSON.parse(json));
  } catch {
    return {};
  }
}
