/** Only 200 says that the body is the file: 202 promises one, 203 is what a proxy made of it, 206 is a part (RFC 9110 §15.3). */
export function isSuccess(status: number): boolean {
  return status === 200;
}

/** Reports whether the server says that there is nothing at the URL (RFC 9110 §15.5.5, §15.5.11). */
export function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** Reports whether a site keeps a program out, which says nothing about the file. */
export function isBlockedStatus(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status === 451;
}

/** Reports whether the server fails now and may answer later: 408 and 425 ask to try again. */
export function isTemporaryStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 425;
}
