import { type DraftPage, pageKey } from '#llmstxt';
import { languageCode } from '../directory/list-filter.ts';
import { LIMITS } from '../fetch/limits.ts';
import type { FetchResult } from '../fetch/net.ts';
import { isSame, judgePage, type KnownTexts, type ReadPage } from './judge-page.ts';
import { LeftOut, type Reason } from './left-out.ts';
import type { SiteReader } from './site-reader.ts';
import { TwinFinder } from './twin-finder.ts';

/** Limits of one page. A slow page must not use up the time, and a draft needs only the start of a page. */
const PAGE_LIMITS = { ...LIMITS.homepage, totalMs: 8_000, maxBodyBytes: 256 * 1024 };
const TWIN_LIMITS = { ...LIMITS.link, totalMs: PAGE_LIMITS.totalMs };

export interface ReadPagesOptions {
  readonly reader: SiteReader;
  readonly home: string;
  readonly homepage: ReadPage | null;
  /** URL that no site has. The response shows how the site reports missing pages. */
  readonly noPage: string;
  readonly onProgress: (message: string) => void;
}

export interface PagesRead {
  readonly pages: readonly DraftPage[];
  /** Chosen pages with a known response. */
  readonly tried: number;
  readonly notes: readonly string[];
}

/** Page that responded, before the comparison with other pages. */
interface Answered {
  readonly draft: DraftPage;
  readonly page: ReadPage;
  readonly isRedirected: boolean;
}

/** Reads the chosen pages until the budget is used up. Returns only pages with status 200 and a distinct text. */
export async function readPages(chosen: readonly string[], options: ReadPagesOptions): Promise<PagesRead> {
  const run = new Run(options, chosen);
  await run.readMissing(chosen.length > 0);
  // Read one page after another, because nearly all are on one paced host.
  for (const url of chosen) if (!(await run.read(url))) break;
  return run.result();
}

class Run {
  readonly #options: ReadPagesOptions;
  readonly #chosen: ReadonlySet<string>;
  readonly #total: number;
  readonly #twins: TwinFinder;
  readonly #leftOut = new LeftOut();
  readonly #answered: Answered[] = [];
  #known: KnownTexts;
  #tried = 0;

  constructor(options: ReadPagesOptions, chosen: readonly string[]) {
    const { reader, homepage } = options;
    this.#options = options;
    this.#chosen = new Set(chosen.map(pageKey));
    this.#total = chosen.length;
    this.#known = { homepage, missing: null };
    this.#twins = new TwinFinder({
      addressOf: (href) => reader.addressOf(href),
      get: async (url) => toResult(await reader.get(url, TWIN_LIMITS)),
      siteTitle: homepage?.title ?? null,
    });
  }

  async readMissing(isNeeded: boolean): Promise<void> {
    const { reader, noPage, homepage } = this.#options;
    const result = isNeeded ? toResult(await reader.get(noPage, PAGE_LIMITS)) : null;
    const page = result && judgePage(result, this.#known);
    this.#known = { homepage, missing: typeof page === 'object' ? page : null };
  }

  /** Returns false if the budget is used up. */
  async read(url: string): Promise<boolean> {
    const result = await this.#options.reader.get(url, PAGE_LIMITS);
    if (result === null) return false;
    this.#tried += 1;
    const answered = result === 'robots' ? result : await this.#judge(url, result);
    if (typeof answered === 'string') this.#leftOut.add(answered, url);
    else {
      this.#answered.push(await this.#withTwin(answered));
      this.#options.onProgress(`Read ${this.#answered.length} of ${this.#total} pages`);
    }
    return true;
  }

  result(): PagesRead {
    const others = this.#answered.filter((answered) => this.#isInOtherLanguage(answered));
    // If most pages have another language, the homepage declares a wrong language.
    const foreign = new Set(others.length * 2 < this.#answered.length ? others : []);
    const pages = this.#answered.flatMap((answered) => {
      const reason = this.#isCatchAll(answered) ? 'elsewhere' : foreign.has(answered) ? 'language' : null;
      if (reason === null) return [answered.draft];
      this.#leftOut.add(reason, answered.draft.requestedUrl);
      return [];
    });
    return { pages, tried: this.#tried, notes: this.#leftOut.notes };
  }

  async #judge(requestedUrl: string, result: FetchResult): Promise<Answered | Reason> {
    const answered = this.#toAnswered(requestedUrl, result);
    if (typeof answered === 'string') return answered;
    const canonical = this.#findCanonical(answered);
    if (canonical === 'here') return answered;
    if (typeof canonical === 'string') return canonical;
    // Try the declared canonical URL, which may be dead.
    const other = toResult(await this.#options.reader.get(canonical.url, PAGE_LIMITS));
    const original = other && this.#toAnswered(requestedUrl, other);
    return original !== null && typeof original === 'object' && this.#findCanonical(original) === 'here'
      ? { ...original, isRedirected: false }
      : { ...answered, draft: { ...answered.draft, canonical: null } };
  }

  #toAnswered(requestedUrl: string, result: FetchResult): Answered | Reason {
    const page = judgePage(result, this.#known);
    if (typeof page === 'string') return page;
    const final = this.#options.reader.addressOf(result.finalUrl);
    if (final === null) return 'elsewhere';
    if (pageKey(final) === pageKey(this.#options.home)) return 'homepage';
    if (page.facts?.noindex) return 'noindex';
    const isCopy = this.#answered.some(
      (other) => pageKey(other.draft.url) !== pageKey(final) && isSame(other.page, page),
    );
    if (isCopy) return 'copy';
    // Use the requested URL if the site redirects to another spelling.
    const url = result.chain.includes(final) ? final : result.url;
    const { description = null, canonical = null } = page.facts ?? {};
    const draft = { requestedUrl, url, title: page.title, description, canonical, noindex: false, markdown: null };
    return { draft, page, isRedirected: pageKey(final) !== pageKey(result.url) };
  }

  #findCanonical({ draft }: Answered): 'here' | Reason | { readonly url: string } {
    const { reader, home } = this.#options;
    if (draft.canonical === null) return 'here';
    const url = reader.addressOf(draft.canonical);
    if (url === null) return 'copy';
    const key = pageKey(url);
    if (key === pageKey(draft.url)) return 'here';
    if (key === pageKey(home)) return 'homepage';
    return this.#chosen.has(key) ? 'copy' : { url };
  }

  async #withTwin(answered: Answered): Promise<Answered> {
    const { facts, title } = answered.page;
    // Skip pages with the homepage's title, because they may be empty application shells.
    if (facts === null || (title !== null && title === this.#options.homepage?.title)) return answered;
    const markdown = await this.#twins.find({ ...facts, url: answered.draft.url });
    return { ...answered, draft: { ...answered.draft, markdown } };
  }

  #isInOtherLanguage({ page }: Answered): boolean {
    const [own, other] = [this.#options.homepage, page].map((each) => languageCode(each?.facts?.language ?? null));
    return own !== null && other !== null && own !== other;
  }

  /** Reports whether several URLs redirect to a page that was not chosen, such as a login or error page. */
  #isCatchAll({ draft, isRedirected }: Answered): boolean {
    const key = pageKey(draft.url);
    if (!isRedirected || this.#chosen.has(key)) return false;
    return this.#answered.filter((other) => pageKey(other.draft.url) === key).length > 1;
  }
}

function toResult(result: FetchResult | 'robots' | null): FetchResult | null {
  return result === 'robots' ? null : result;
}
