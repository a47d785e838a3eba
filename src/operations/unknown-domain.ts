import { DirectoryError } from '../directory/errors.ts';

/** The failure of every operation that needs a tracked domain. */
export function unknownDomain(domain: string, baseUrl: string): DirectoryError {
  return new DirectoryError(
    'domain.unknown',
    `${domain} is not in the directory. Register it: POST ${baseUrl}/v1/sites with {"domain": "${domain}"}.`,
  );
}
