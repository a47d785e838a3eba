import { DirectoryError } from '../directory/errors.ts';
import { HostBusyError } from '../fetch/pacing.ts';
import { StoreError } from '../store/store.ts';

/** Seconds to wait after an unavailable store. A database restart takes a few. */
const STORE_RETRY_S = 5;

/** Converts a failure for the caller. Returns null for an internal error. */
export function toDirectoryError(error: unknown): DirectoryError | null {
  if (error instanceof DirectoryError) return error;
  if (error instanceof HostBusyError) {
    return new DirectoryError('service.busy', 'Our other requests to this server come first.', {
      retryAfterS: Math.ceil(error.waitMs / 1_000),
      cause: error,
    });
  }
  if (!(error instanceof StoreError && error.kind === 'unavailable')) return null;
  return new DirectoryError('store.unavailable', 'The database does not respond at the moment.', {
    retryAfterS: STORE_RETRY_S,
    cause: error,
  });
}
