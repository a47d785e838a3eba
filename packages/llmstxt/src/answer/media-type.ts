/**
 * Returns the lowercase type and subtype of a Content-Type header, or an empty string. Hosts join several fields by commas,
 * and the last type counts. https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
 */
export function mediaType(header: string | undefined): string {
  const types = (header ?? '').split(',').map((member) => member.trim().split(/[;\s]/, 1)[0]?.toLowerCase() ?? '');
  return types.findLast((type) => type.includes('/')) ?? types[0] ?? '';
}

/** Returns the lowercase charset of the last type that names one, or an empty string. */
export function parseCharset(header: string): string {
  return (
    header
      .split(',')
      .map(charsetOfType)
      .findLast((charset) => charset !== '') ?? ''
  );
}

function charsetOfType(type: string): string {
  for (const parameter of type.split(';').slice(1)) {
    const [name, value] = parameter.split('=', 2);
    if (name?.trim().toLowerCase() === 'charset') return (value ?? '').trim().replaceAll('"', '').toLowerCase();
  }
  return '';
}
