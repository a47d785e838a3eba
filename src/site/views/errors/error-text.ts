import { z } from 'zod';
import { type DirectoryError, ERRORS, type ErrorCode } from '../../../directory/errors.ts';
import { quote } from '../../format/quote.ts';
import { cleanText } from '../../format/untrusted-text.ts';

/** What to do next in the words of a tool's caller, where the catalog's own advice speaks of HTTP. */
const NEXT: Partial<Record<ErrorCode, string>> = {
  'request.invalid': 'Correct the arguments and call the tool again.',
  'domain.invalid': 'Pass a registered domain name such as example.com, or an http(s) URL of it.',
  'domain.unknown': 'Call register_domain with this domain to add it; it is crawled within a minute.',
  'text.unavailable': 'Call lookup_domain to see its status, or check_llms_txt to see its file as it is now.',
  'proof.not_found':
    'Publish one of the proofs of register_domain as given, wait until your site serves it, and call verify_domain again with the same claim.',
};

/** Errors whose title is enough: their `detail` adds what to do over HTTP. */
const TITLE_ONLY: ReadonlySet<ErrorCode> = new Set(['domain.unknown']);

/** The member of a failed verification with what each method found. */
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

/** A failure as the caller of a tool reads it: what, why, and what to do next. */
export function renderErrorText({ code, message, violations, members, retryAfterS }: DirectoryError): string {
  const { title, remedy } = ERRORS[code];
  const wait = retryAfterS === null ? null : `Wait ${Math.max(1, Math.ceil(retryAfterS))} s, then call the tool again.`;
  return [
    TITLE_ONLY.has(code) ? `${title} (${code}).` : `${title} (${code}). ${message}`,
    ...violations.flatMap((violation) => {
      if (violation.detail === message) return [];
      const place = 'pointer' in violation ? violation.pointer.slice(1) : violation.parameter;
      return [`- ${place === '' ? 'arguments' : place}: ${violation.detail}`];
    }),
    ...renderMethods(members),
    ...renderSections(members),
    `Next: ${wait ?? NEXT[code] ?? remedy}`,
  ].join('\n');
}

/** The member of a request for a section that the file does not have. */
const sectionsSchema = z.object({ sections: z.array(z.string()).min(1) });
/** More names than a model needs to find the one that was meant. */
const MAX_SECTIONS = 50;

function renderSections(members: DirectoryError['members']): string[] {
  const found = sectionsSchema.safeParse(members);
  if (!found.success) return [];
  const names = found.data.sections.slice(0, MAX_SECTIONS).map((name) => `- ${cleanText(name, MAX_LINE_CHARACTERS)}`);
  return [quote('the sections of the file', names.join('\n'))];
}

function renderMethods(members: DirectoryError['members']): string[] {
  const reports = reportsSchema.safeParse(members);
  if (!reports.success) return [];
  const lines = reports.data.methods.map(({ method, outcome, where, looked_for, seen }) =>
    cleanText(`${method}: ${outcome} at ${where}; looked for ${looked_for}; saw ${seen}`, MAX_LINE_CHARACTERS),
  );
  return [quote('the places that were looked at', lines.join('\n'))];
}
