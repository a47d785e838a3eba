import { describe, expect, it } from 'vitest';
import { lint, type ResponseFacts } from '#llmstxt';
import { inspectFile } from '../../src/crawl/visit/inspect-file.ts';
import { parseDomainName } from '../../src/directory/domain-name.ts';
import { toOutcome } from '../../src/directory/scoring/outcome.ts';
import { isPublicAddress } from '../../src/fetch/is-public-address.ts';
import { aResponse, aVisit, START } from '../directory/a-site.ts';
import { type CorpusFile, listCorpus, readTable } from './corpus.ts';
import { lintCorpus } from './linted-corpus.ts';

const llms = listCorpus('llms');
const responses = listCorpus('responses');
const others = listCorpus('not-llms');
const isHere = llms.length > 0;

/** Statuses with which each file is judged. */
const STATUSES = [200, 203, 206, 304, 404, 425, 500] as const;

function disagreement({ name, body }: CorpusFile, over: Partial<ResponseFacts>): string[] {
  const response = aResponse({ headers: { 'content-type': 'text/plain' }, ...over });
  const inspection = inspectFile({ domain: 'example.com', input: { body, response } });
  const { kind } = toOutcome(aVisit(START, { response, inspection }));
  const hasError = inspection.findings.some(({ severity }) => severity === 'error');
  const isUnknown = inspection.findings.some(({ outcome }) => outcome === 'unknown');
  const agrees =
    inspection.valid === (kind === 'valid') &&
    inspection.valid !== (hasError || isUnknown) &&
    (kind !== 'definitive' || hasError);
  return agrees ? [] : [`${name} with ${over.status}: ${kind}, ${inspection.valid ? 'valid' : 'invalid'}`];
}

/** Reports whether a public host could have the host of a URL, by the Public Suffix List and IANA's registries. */
function isPossible(url: string): boolean {
  const { hostname } = new URL(url);
  if (hostname.startsWith('[')) return isPublicAddress(hostname.slice(1, -1));
  if (/^[\d.]+$/.test(hostname)) return isPublicAddress(hostname);
  return parseDomainName(hostname, { form: 'name', reserved: false, suffix: true }).ok || hostname.endsWith('.example');
}

describe.runIf(isHere)('the verdict on real files', () => {
  it.each(STATUSES)('agrees with the findings if the server answers %i', { timeout: 120_000 }, (status) => {
    const files = status === 200 ? [...llms, ...responses, ...others] : [...responses, ...others];
    expect(files.flatMap((file) => disagreement(file, { status }))).toEqual([]);
  });

  it('names every link to a host that no public host can be', { timeout: 120_000 }, () => {
    const missed = [...lintCorpus('llms'), ...lintCorpus('responses')].flatMap(({ name, result }) => {
      const { document, findings } = result;
      const named = new Set(
        findings
          .filter(({ id }) => id === 'bad-url' || id === 'private-target')
          .map(({ line, column }) => `${line}:${column}`),
      );
      return (document?.links ?? []).flatMap(({ url, span }) =>
        url === null || !/^https?:/.test(url) || named.has(`${span.line}:${span.column}`) || isPossible(url)
          ? []
          : [`${name}: ${url}`],
      );
    });
    expect(missed).toEqual([]);
  });

  it('calls no file with a title and a link parked or another format', { timeout: 120_000 }, () => {
    const found = [...lintCorpus('llms'), ...lintCorpus('responses')].flatMap(({ name, result }) => {
      const { kind, document } = result;
      const isMarkdown = document?.title != null && document.links.some(({ form }) => form === 'inline');
      return isMarkdown && (kind === 'parked' || kind === 'other-format') ? [name] : [];
    });
    expect(found).toEqual([]);
  });

  it('identifies two kinds of false files in the collection', { timeout: 120_000 }, () => {
    const kinds = lintCorpus('llms').flatMap(({ name, result: { kind } }) =>
      kind === 'parked' || kind === 'other-format' ? [[name, kind]] : [],
    );
    expect(kinds).toEqual(
      [
        // These files are directives for robots, JSON, the page of a domain seller, and directives for robots on one line.
        ['site__graphite-note.com.txt', 'other-format'],
        ['site__marketingdrs.com.txt', 'other-format'],
        ['site__www.popsmash.com.txt', 'parked'],
        ['site__sketchready.com.txt', 'other-format'],
      ].sort(),
    );
  });

  it('calls every parked answer parked', () => {
    const bodies = new Map(responses.map(({ name, body }) => [name, body]));
    const parked = readTable('responses/manifest.tsv').filter(([, kind]) => kind === 'parking');
    expect(parked.length).toBeGreaterThan(3);
    const kinds = parked.map(
      ([name = '']) =>
        lint({ body: bodies.get(name) ?? '', url: `https://${name.replace(/\.txt$/, '')}/llms.txt` }).kind,
    );
    expect(new Set(kinds)).toEqual(new Set(['parked']));
  });
});
