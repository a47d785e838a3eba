import type { PackageResolution } from '../../../../directory/package-resolution.ts';
import { quote } from '../../format/quote.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import { LINK_LABELS } from './package-view.ts';
import { describeReading } from './resolution-text.ts';

const MAX_URL_CHARACTERS = 200;

/** Renders the file of a package as the text of a tool's answer. */
export function renderPackageText(resolution: PackageResolution): string {
  const { package: name, via, candidates, file, domain, markdown } = resolution;
  if (file === null || via === null || domain === null) {
    const lines = candidates.map((candidate) => {
      const { url, reason } = candidate;
      return `- ${LINK_LABELS[candidate.via]}: ${cleanText(url, MAX_URL_CHARACTERS)} (${reason})`;
    });
    const links = lines.length === 0 ? 'Its registry names no address.' : quote('its registry', lines.join('\n'));
    return `The directory has no llms.txt of ${name}.\n${links}`;
  }
  const page = markdown === null ? '' : ` That page can be read as Markdown at ${markdown.url}.`;
  return `${file.url} is the llms.txt of ${name}, by its ${LINK_LABELS[via]}.${page} Next: ${describeReading(file, domain)}.`;
}
