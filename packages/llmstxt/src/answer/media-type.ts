/** Type and subtype of a Content-Type header in lower case; empty when there is none. */
export function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The charset parameter in lower case; empty when there is none. */
export function charsetOf(header: string): string {
  for (const parameter of header.split(';').slice(1)) {
    const [name, value] = parameter.split('=', 2);
    if (name?.trim().toLowerCase() === 'charset') return (value ?? '').trim().replaceAll('"', '').toLowerCase();
  }
  return '';
}
