export type XmlPiece =
  | { readonly kind: 'tag'; readonly name: string; readonly end: boolean }
  | { readonly kind: 'text'; readonly text: string };

/**
 * The tags and texts of an XML file in order, without building a tree. Total and linear; entities that the file defines are
 * never expanded. Comments, declarations and processing instructions are skipped; `<a/>` gives a start and an end.
 */
export function* scanXml(xml: string): Generator<XmlPiece> {
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf('<', at);
    if (open !== at) {
      yield { kind: 'text', text: decodeXml(xml.slice(at, open < 0 ? undefined : open)) };
      if (open < 0) return;
    }
    if (xml.startsWith('<![CDATA[', open)) {
      const close = xml.indexOf(']]>', open);
      yield { kind: 'text', text: xml.slice(open + 9, close < 0 ? undefined : close) };
      at = close < 0 ? xml.length : close + 3;
      continue;
    }
    const terminator = xml.startsWith('<!--', open) ? '-->' : '>';
    const close = xml.indexOf(terminator, open);
    if (close < 0) return;
    at = close + terminator.length;
    const tag = /^<(\/?)([\p{L}_][\w.:-]{0,100})/u.exec(xml.slice(open, Math.min(close, open + 120)));
    if (!tag) continue;
    const name = tag[2] ?? '';
    yield { kind: 'tag', name, end: tag[1] === '/' };
    if (tag[1] === '' && xml[close - 1] === '/') yield { kind: 'tag', name, end: true };
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
