/** Returns the lowercase type and subtype of a Content-Type header, or an empty string. */
export function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Returns the lowercase charset parameter, or an empty string. */
export function charsetOf(header: string): string {
  for (const parameter of header.split(';').slice(1)) {
    const [name, value] = parameter.split('=', 2);
    if (name?.trim().toLowerCase() === 'charset') return (value ?? '').trim().replaceAll('"', '').toLowerCase();
  }
  return '';
}
