import type { PackageResolution } from '../../../../directory/package-resolution.ts';
import { MAX_ADDRESS_CHARACTERS } from '../../../../directory/page-address.ts';
import type { Resolution } from '../../../../directory/resolution.ts';
import { paths } from '../../../../directory/urls.ts';
import { formatDate } from '../../format/dates.ts';
import { renderPage } from '../../format/markdown.ts';
import { quote } from '../../format/quote.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import { packageView } from './package-view.ts';

const MAX_TITLE_CHARACTERS = 200;
const MAX_NOTES_CHARACTERS = 500;

/** Creates the page that finds the llms.txt of a page or package. `result` is null before a request. */
export function resolutionView(result: Resolution | PackageResolution | null) {
  const isPackage = result !== null && 'package' in result;
  return {
    title: formatTitle(result),
    description:
      'From the address of any page, or the name of a package, to its llms.txt, what that file says about the page, and its Markdown version.',
    lede: 'Enter the address of a page. We show the llms.txt that covers it, its line about the page, and the Markdown version that we tested. Or enter a package, such as npm:zod, pypi:httpx or cargo:serde.',
    found: isPackage ? null : result && foundView(result),
    foundPackage: isPackage ? packageView(result) : null,
  };
}

function formatTitle(result: Resolution | PackageResolution | null): string {
  if (result === null) return 'Find the llms.txt of a page or package';
  return 'package' in result ? `The llms.txt of ${result.package}` : `The llms.txt of a page of ${result.domain}`;
}

export function markdownSentence({ url, by, tested_at }: NonNullable<Resolution['markdown']>): string {
  const how = by === 'accept' ? 'with the header Accept: text/markdown at' : 'at';
  return `It can be read as Markdown ${how} ${url} (tested ${formatDate(tested_at)}).`;
}

function foundView({ url, domain, file, entry, markdown }: Resolution) {
  return {
    asked: cleanText(url, MAX_ADDRESS_CHARACTERS),
    domain,
    domainPath: paths.domain(domain),
    file: file && {
      url: file.url,
      title: file.title && cleanText(file.title, MAX_TITLE_CHARACTERS),
      scope: `It covers the pages under ${file.scope}`,
    },
    entry: entry && {
      title: cleanText(entry.title, MAX_TITLE_CHARACTERS),
      section: entry.section && cleanText(entry.section, MAX_TITLE_CHARACTERS),
      notes: entry.notes && cleanText(entry.notes, MAX_NOTES_CHARACTERS),
    },
    markdown: markdown && {
      url: markdown.url,
      words: markdown.by === 'accept' ? 'As Markdown, with the header Accept: text/markdown' : 'As Markdown',
      tested: `Tested on ${formatDate(markdown.tested_at)}`,
    },
    sentence:
      file === null
        ? `The directory has no llms.txt of ${domain} that covers this page.`
        : entry === null
          ? 'The file does not list this page.'
          : 'The file lists this page:',
  };
}

export function renderResolutionMarkdown(view: ReturnType<typeof resolutionView>, baseUrl: string): string {
  const { title, lede, found, foundPackage } = view;
  if (foundPackage !== null) return renderPackageMarkdown(title, foundPackage, baseUrl);
  if (found === null) {
    return renderPage(
      title,
      lede,
      `\`GET ${baseUrl}${paths.resolveApi}?url={address}\``,
      `\`GET ${baseUrl}${paths.resolveApi}?package={package}\`, such as \`pkg:npm/zod\``,
    );
  }
  const { asked, domain, domainPath, file, entry, markdown, sentence } = found;
  const lines = entry && [entry.title, entry.section && `section: ${entry.section}`, entry.notes];
  return renderPage(
    title,
    null,
    `Page: \`${asked.replaceAll('`', '%60')}\``,
    file && `File: <${file.url}>. ${file.scope}.`,
    sentence,
    lines && quote(domain, lines.filter(Boolean).join('\n')),
    markdown && `${markdown.words}: <${markdown.url}>. ${markdown.tested}.`,
    `More about ${domain}: ${baseUrl}${domainPath}`,
  );
}

function renderPackageMarkdown(title: string, found: ReturnType<typeof packageView>, baseUrl: string): string {
  const { file, site, sentence, candidates } = found;
  return renderPage(
    title,
    null,
    file && `File: <${file.url}>.`,
    sentence,
    candidates.map(({ label, url, result }) => `- ${label}: <${url}>. ${result}`),
    site && `More about ${site.domain}: ${baseUrl}${site.path}`,
  );
}
