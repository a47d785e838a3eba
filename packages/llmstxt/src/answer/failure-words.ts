import type { FetchFailure } from '../types/facts.ts';

/** Explanations of failed requests, as texts after a colon. */
export const FAILURE_WORDS: Readonly<Record<FetchFailure, string>> = {
  dns: 'the domain name does not resolve',
  'refused-address': 'the domain name has no public address',
  'refused-url': 'the server redirects to a URL that cannot be followed',
  connect: 'the server does not accept connections',
  tls: 'the certificate is not valid',
  timeout: 'the server does not answer in time',
  reset: 'the server closes the connection',
  protocol: 'the server does not answer in HTTP',
  'too-many-redirects': 'the server redirects too often',
  'bad-redirect': 'the server redirects to nowhere',
  decoding: 'the response cannot be decompressed',
  'too-large': 'the response is too large',
};
