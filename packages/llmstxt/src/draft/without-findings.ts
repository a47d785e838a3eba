import { lint } from '../lint.ts';
import { type DraftParts, type LineOwner, renderDraft, renderLines } from './render-draft.ts';

/** A link loses its notes first and goes then; more rounds than that need nothing but a title. */
const MAX_ROUNDS = 6;

/**
 * Takes out what our own rules would complain of (above info): a site's words may hold markup, spam or orders to the
 * reader, and a draft must not pass them on. What no line can be blamed for costs summary and details.
 */
export function withoutFindings(parts: DraftParts, domain: string): DraftParts {
  let kept = parts;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const findings = lint({ body: renderDraft(kept) }).findings.filter(({ severity }) => severity !== 'info');
    if (findings.length === 0) return kept;
    const owners = renderLines(kept).map(({ owner }) => owner);
    const blamed = findings.map(({ line }) => (line === null ? null : (owners[line - 1] ?? null)));
    kept = withoutBlamed(kept, blamed, domain);
  }
  return { title: domain, summary: null, details: null, sections: [] };
}

function withoutBlamed(parts: DraftParts, blamed: readonly (LineOwner | null)[], domain: string): DraftParts {
  const places = new Set(blamed.map((owner) => JSON.stringify(owner)));
  const isBlamed = (owner: LineOwner) => places.has(JSON.stringify(owner));
  const nobody = places.has('null');
  const sections = parts.sections.flatMap(({ title, links }, section) => {
    if (isBlamed({ kind: 'section', section })) return [];
    const kept = links.flatMap((entry, link) => {
      if (!isBlamed({ kind: 'link', section, link })) return [entry];
      return entry.notes ? [{ ...entry, notes: null }] : [];
    });
    return kept.length > 0 ? [{ title, links: kept }] : [];
  });
  return {
    title: isBlamed({ kind: 'title' }) ? domain : parts.title,
    summary: nobody || isBlamed({ kind: 'summary' }) ? null : parts.summary,
    details: nobody || isBlamed({ kind: 'details' }) ? null : parts.details,
    sections,
  };
}
