import type { Status } from '../../../../directory/state.ts';
import { failureWords } from '../../format/failure-words.ts';
import type { Phrase } from '../phrase.ts';

/** Describes a failing site: start and reason of the failure, and whether its status stays. */
export function failingPhrase(since: string, reason: string, status: Status): Phrase {
  const { words, path } = failureWords(reason);
  return [
    'Failing since ',
    { at: since },
    ': ',
    path === null ? words : { path, words },
    status === 'valid' ? '. The status stays until further visits confirm the fault.' : '.',
  ];
}

/** Describes a missing proof of ownership. `next` is the part after the time. */
export function missingProofPhrase(since: string, ...next: Phrase): Phrase {
  return ['The proof of ownership has been missing since ', { at: since }, ...next];
}
