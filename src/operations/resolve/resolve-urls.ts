import { z } from 'zod';
import { DirectoryError, ERROR_CODES } from '../../directory/errors.ts';
import { MAX_PACKAGE_CHARACTERS } from '../../directory/package-name.ts';
import { packageResolutionSchema } from '../../directory/package-resolution.ts';
import { MAX_ADDRESS_CHARACTERS } from '../../directory/page-address.ts';
import { resolutionSchema } from '../../directory/resolution.ts';
import { defineOperation } from '../operation.ts';
import { RESOLUTIONS_PER_READ } from '../quotas.ts';
import { SAMPLE_PACKAGE, SAMPLE_RESOLUTION } from '../samples.ts';
import { parsePageParam } from './page-param.ts';
import { type PackageDeps, parsePackageParam, resolvePackages } from './resolve-package.ts';
import { resolveAddresses } from './resolve-url.ts';

const MAX_AT_ONCE = 100;

export const resolutionErrorSchema = z.object({
  code: z.enum(ERROR_CODES).describe('Permanent code for programs.'),
  detail: z.string().describe('Reason of the error.'),
  retry_after_s: z.int().nullable().describe('Seconds to wait before a new attempt. Null if a new attempt is useless.'),
});
const unresolvedSchema = z.object({ url: z.string(), error: resolutionErrorSchema });
const unresolvedPackageSchema = z.object({ package: z.string(), error: resolutionErrorSchema });

export const resolutionsSchema = z.object({
  results: z
    .array(z.union([resolutionSchema, packageResolutionSchema, unresolvedSchema, unresolvedPackageSchema]))
    .describe('One result or error per URL or package, in order.'),
});

/** Only documents `maxLength`, because a longer item gets an error of its own. */
const toList = (item: string, things: string, maxLength: number) =>
  z
    .array(z.string({ error: `must be ${item}` }).meta({ maxLength }), { error: `must be a list of ${things}` })
    .min(1, `must have at least 1 of the ${things}`)
    .max(MAX_AT_ONCE, `must have at most ${MAX_AT_ONCE} ${things}`);

export const resolveUrls = defineOperation({
  name: 'resolveUrls',
  summary: 'Find the llms.txt of many pages or packages at once.',
  description: `Like \`GET /v1/resolve\`, for up to ${MAX_AT_ONCE} URLs or packages in one request. A malformed or unknown item gets an \`error\`, and the others still get results. The directory reads packages without data of the last day from their registries, one per second and registry, for up to 20 s. Other packages get the error \`package.pending\`. Send them again. Costs one read per ${RESOLUTIONS_PER_READ} URLs or packages.`,
  access: 'public',
  input: z
    .strictObject({
      urls: toList('the URL of a page', 'addresses', MAX_ADDRESS_CHARACTERS)
        .describe('URLs of pages.')
        .meta({ examples: [['https://example.com/guides']] })
        .optional(),
      packages: toList('a package URL', 'packages', MAX_PACKAGE_CHARACTERS)
        .describe('Package URLs (purl), in place of `urls`.')
        .optional(),
    })
    .refine(({ urls, packages }) => (urls === undefined) !== (packages === undefined), {
      path: ['urls'],
      error: 'either `urls` or `packages` is required, and not both',
    }),
  output: resolutionsSchema,
  example: { results: [SAMPLE_RESOLUTION, SAMPLE_PACKAGE] },
  http: {
    method: 'POST',
    path: '/v1/resolve',
    quota: 'read',
    takesBody: true,
    success: { 200: 'One result per URL or package, in order.' },
    errors: ['store.unavailable'],
  },
  run: async (deps: PackageDeps, { urls = [], packages = [] }, caller) => {
    await caller.takeReads((urls.length + packages.length) / RESOLUTIONS_PER_READ);
    const pages = await resolveValid(
      urls,
      (url) => ({ url, query: parsePageParam(url, '/urls', deps) }),
      (valid) => resolveAddresses(valid, deps),
    );
    const named = await resolveValid(
      packages,
      (text) => parsePackageParam(text, '/packages'),
      (valid) => resolvePackages(valid, deps, caller),
    );
    return {
      results: [
        ...pages.map((answer, at) => toResult(answer, { url: urls[at] ?? '' })),
        ...named.map((answer, at) => toResult(answer, { package: packages[at] ?? '' })),
      ],
    };
  },
});

/** Parses texts and resolves the valid ones together. Returns an answer or an error for each text, in order. */
async function resolveValid<Parsed, Answer>(
  texts: readonly string[],
  parse: (text: string) => Parsed,
  resolve: (valid: readonly Parsed[]) => Promise<readonly (Answer | DirectoryError)[]>,
): Promise<readonly (Answer | DirectoryError)[]> {
  const answers: (Answer | DirectoryError)[] = [];
  const valid: { readonly parsed: Parsed; readonly at: number }[] = [];
  for (const [at, text] of texts.entries()) {
    try {
      valid.push({ parsed: parse(text), at });
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      answers[at] = error;
    }
  }
  if (valid.length === 0) return answers;
  const resolutions = await resolve(valid.map(({ parsed }) => parsed));
  for (const [place, answer] of resolutions.entries()) answers[valid[place]?.at ?? 0] = answer;
  return answers;
}

function toResult<Answer extends object, Asked>(answer: Answer | DirectoryError, asked: Asked) {
  if (!(answer instanceof DirectoryError)) return answer;
  const { code, message, retryAfterS } = answer;
  return { ...asked, error: { code, detail: message, retry_after_s: retryAfterS } };
}
