import { cutText } from './cut-text.ts';
import { countBytes } from './parser/text-size.ts';
import type { LlmsDocument } from './types/document.ts';

export interface Preview {
  readonly title: string | null;
  readonly summary: string | null;
  readonly details: string | null;
  readonly sections: readonly {
    readonly title: string;
    readonly links: readonly { readonly title: string; readonly url: string; readonly notes: string | null }[];
  }[];
  /** Size of the whole file in bytes, with its estimated tokens. */
  readonly bytes: number;
  readonly tokens: number;
  /** True if details, sections or links were left out to meet the limit. */
  readonly truncated: boolean;
}

export interface PreviewLimits {
  /** Most bytes of the preview as JSON. */
  readonly maxBytes: number;
  /** Most characters of a title, name, URL or notes. Summary and details may have ten times as many. */
  readonly maxText: number;
}

/** Most links. A hundred links are enough to recognize a file. */
export const PREVIEW_LIMITS: PreviewLimits = { maxBytes: 16 * 1024, maxText: 300 };

/** Cuts the document to the limits, in file order. */
export function createPreview(document: LlmsDocument, limits: PreviewLimits = PREVIEW_LIMITS): Preview {
  const cut = new Cut(limits);
  const title = cut.text(document.title, limits.maxText);
  const summary = cut.text(document.summary, limits.maxText * 10);
  const details = cut.text(document.details === '' ? null : document.details, limits.maxText * 10);
  cut.fits({ title, summary, details });
  const sections: { title: string; links: { title: string; url: string; notes: string | null }[] }[] = [];
  for (const section of document.sections) {
    const links: { title: string; url: string; notes: string | null }[] = [];
    const shortened = { title: cut.text(section.title, limits.maxText) ?? '', links };
    if (!cut.fits({ title: shortened.title, links: [] })) break;
    sections.push(shortened);
    for (const link of section.links) {
      const entry = {
        title: cut.text(link.title, limits.maxText) ?? '',
        url: cut.text(link.url ?? link.href, limits.maxText * 4) ?? '',
        notes: cut.text(link.notes, limits.maxText),
      };
      if (!cut.fits(entry)) break;
      links.push(entry);
    }
    if (cut.full) break;
  }
  const { bytes, tokens } = document;
  return { title, summary, details, sections, bytes, tokens, truncated: cut.truncated };
}

class Cut {
  truncated = false;
  full = false;
  #left: number;

  constructor(limits: PreviewLimits) {
    // Reserve space for the JSON syntax.
    this.#left = limits.maxBytes - 200;
  }

  text(value: string | null, max: number): string | null {
    if (value === null) return null;
    const most = Math.min(max, Math.max(0, Math.floor(this.#left / 3)));
    if (value.length <= most) return value;
    this.truncated = true;
    return most === 0 ? '' : cutText(value, most);
  }

  fits(value: unknown): boolean {
    const size = countBytes(JSON.stringify(value)) + 1;
    this.full ||= size > this.#left;
    this.truncated ||= this.full;
    this.#left -= size;
    return !this.full;
  }
}
