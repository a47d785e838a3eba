import { paths } from '../../../../directory/urls.ts';
import { joinBlocks } from '../../format/markdown.ts';
import { quote } from '../../format/quote.ts';
import type { PackageView } from './package-view.ts';
import type { ResolutionView } from './resolution-view.ts';

export function renderResolutionMarkdown(view: ResolutionView, baseUrl: string): string {
  const { title, lede, found, foundPackage } = view;
  if (foundPackage !== null) return renderPackageMarkdown(title, foundPackage, baseUrl);
  if (found === null) {
    return joinBlocks(
      `# ${title}`,
      `> ${lede}`,
      `\`GET ${baseUrl}${paths.resolveApi}?url={address}\``,
      `\`GET ${baseUrl}${paths.resolveApi}?package={package}\`, such as \`pkg:npm/zod\``,
    );
  }
  const { asked, domain, domainPath, file, entry, markdown, sentence } = found;
  return joinBlocks(
    `# ${title}`,
    `Page: \`${asked.replaceAll('`', '%60')}\``,
    file && `File: <${file.url}>. ${file.scope}.`,
    sentence,
    entry &&
      quote(
        domain,
        [entry.title, entry.section && `section: ${entry.section}`, entry.notes].filter(Boolean).join('\n'),
      ),
    markdown && `${markdown.words}: <${markdown.url}>. ${markdown.tested}.`,
    `More about ${domain}: ${baseUrl}${domainPath}`,
  );
}

function renderPackageMarkdown(title: string, { file, site, sentence, candidates }: PackageView, baseUrl: string) {
  return joinBlocks(
    `# ${title}`,
    file && `File: <${file.url}>.`,
    sentence,
    candidates.map(({ label, url, result }) => `- ${label}: <${url}>. ${result}`).join('\n'),
    site && `More about ${site.domain}: ${baseUrl}${site.path}`,
  );
}
