import { z } from 'zod';
import { type DirectoryError, ERRORS, type ErrorCode } from '../../../../directory/errors.ts';
import { quote } from '../../format/quote.ts';
import { cleanText } from '../../format/untrusted-text.ts';

/** Advice for callers of tools, in place of the HTTP advice of the catalog. */
const NEXT: Partial<Record<ErrorCode, string>> = {
  'request.invalid': 'Correct the arguments and call the tool again.',
  'domain.invalid': 'Pass a registered domain name such as example.com, or an http(s) URL of it.',
  'domain.unknown': 'Call register_domain with this domain to add it; it is crawled within a minute.',
  'text.unavailable': 'Call lookup_domain to see its status, or check_llms_txt to see its file as it is now.',
  'proof.not_found':
    'Publish one of the proofs of register_domain as given, wait until your site serves it, and call verify_domain again with the same claim.',
};

/** Errors whose title suffices, because their `detail` has HTTP advice. */
const TITLE_ONLY: ReadonlySet<ErrorCode> = new Set(['domain.unknown']);

/** Member with the results per method of a failed verification. */
const reportsSchema = z.object({
  methods: z.array(
    z.object({
      method: z.string(),
      outcome: z.string(),
      where: z.string(),
      looked_for: z.string(),
      seen: z.string(),
    }),
  ),
});
const MAX_LINE_CHARACTERS = 300;
/** Most invalid arguments in a text. A model corrects its call by the first ones. */
const MAX_VIOLATIONS = 20;

/** Renders a failure for the caller of a tool: fault, reason and advice. */
export function renderErrorText({ code, message, violations, members, retryAfterS }: DirectoryError): string {
  const { title, remedy } = ERRORS[code];
  const wait = retryAfterS === null ? null : `Wait ${Math.max(1, Math.ceil(retryAfterS))} s, then call the tool again.`;
  return [
    TITLE_ONLY.has(code) ? `${title} (${code}).` : `${title} (${code}). ${message}`,
    ...renderViolations(violations.filter(({ detail }) => detail !== message)),
    ...renderMethods(members),
    ...renderSections(members),
    `Next: ${wait ?? NEXT[code] ?? remedy}`,
  ].join('\n');
}

function renderViolations(violations: DirectoryError['violations']): string[] {
  const lines = violations.slice(0, MAX_VIOLATIONS).map((violation) => {
    const place = 'pointer' in violation ? violation.pointer.slice(1) : violation.parameter;
    return `- ${cleanText(place || 'arguments', MAX_LINE_CHARACTERS)}: ${violation.detail}`;
  });
  const left = violations.length - lines.length;
  return left > 0 ? [...lines, `- and ${left} more`] : lines;
}

/** Member of a request for an unknown section. */
const sectionsSchema = z.object({ sections: z.array(z.string()).min(1) });
const MAX_SECTIONS = 50;

function renderSections(members: DirectoryError['members']): string[] {
  const parsed = sectionsSchema.safeParse(members);
  if (!parsed.success) return [];
  const names = parsed.data.sections.slice(0, MAX_SECTIONS).map((name) => `- ${cleanText(name, MAX_LINE_CHARACTERS)}`);
  return [quote('the sections of the file', names.join('\n'))];
}

function renderMethods(members: DirectoryError['members']): string[] {
  const reports = reportsSchema.safeParse(members);
  if (!reports.success) return [];
  const lines = reports.data.methods.map(({ method, outcome, where, looked_for, seen }) =>
    cleanText(`${method}: ${outcome} at ${where}; looked for ${looked_for}; saw ${seen}`, MAX_LINE_CHARACTERS),
  );
  return [quote('the checked places', lines.join('\n'))];
}
