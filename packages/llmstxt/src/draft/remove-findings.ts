import { lintText } from '../lint-text.ts';
import { type DraftContent, type LinePart, renderDraft, renderLines } from './render-draft.ts';

/** Most rounds. A link first loses its notes, and is then removed. */
const MAX_ROUNDS = 6;

/**
 * Removes every part with a finding above info, because a draft must not contain markup, spam or instructions to
 * models. A finding without a line removes summary and details.
 */
export function removeFindings(parts: DraftContent, domain: string): DraftContent {
  let remaining = parts;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { findings: all } = lintText({ body: renderDraft(remaining) }, { assessQuality: false });
    const findings = all.filter(({ severity }) => severity !== 'info');
    if (findings.length === 0) return remaining;
    const lines = renderLines(remaining);
    const faulty = findings.map(({ line }) => (line === null ? null : (lines[line - 1]?.part ?? null)));
    remaining = removeParts(remaining, faulty, domain);
  }
  return { title: domain, summary: null, details: null, sections: [] };
}

function removeParts(parts: DraftContent, faulty: readonly (LinePart | null)[], domain: string): DraftContent {
  const keys = new Set(faulty.map((part) => JSON.stringify(part)));
  const isFaulty = (part: LinePart) => keys.has(JSON.stringify(part));
  const isGeneral = keys.has('null');
  const sections = parts.sections.flatMap(({ title, links }, section) => {
    if (isFaulty({ kind: 'section', section })) return [];
    const remainingLinks = links.flatMap((entry, link) => {
      if (!isFaulty({ kind: 'link', section, link })) return [entry];
      return entry.notes ? [{ ...entry, notes: null }] : [];
    });
    return remainingLinks.length > 0 ? [{ title, links: remainingLinks }] : [];
  });
  return {
    title: isFaulty({ kind: 'title' }) ? domain : parts.title,
    summary: isGeneral || isFaulty({ kind: 'summary' }) ? null : parts.summary,
    details: isGeneral || isFaulty({ kind: 'details' }) ? null : parts.details,
    sections,
  };
}
