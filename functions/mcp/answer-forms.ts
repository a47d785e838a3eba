import { DirectoryError } from '../../src/directory/errors.ts';
import { EVENTS_TYPE, JSON_TYPE } from '../http/pipeline/media-types.ts';
import { negotiate } from '../http/pipeline/negotiate.ts';

/** Answer forms of a client: one JSON document, a stream of events, or both. */
export interface AnswerForms {
  readonly json: boolean;
  readonly events: boolean;
}

/**
 * Reads an `Accept` field. The protocol requires both forms, but many clients send only JSON. One form suffices,
 * because every answer fits either. Throws `DirectoryError` not_acceptable if the field allows neither.
 */
export function requireAnswerForms(accept: string | undefined): AnswerForms {
  const json = negotiate(accept, [JSON_TYPE]) !== null;
  const events = negotiate(accept, [EVENTS_TYPE]) !== null;
  if (json || events) return { json, events };
  throw new DirectoryError('not_acceptable', `This endpoint answers with ${JSON_TYPE} or ${EVENTS_TYPE}.`);
}
