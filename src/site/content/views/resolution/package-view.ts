import type { PackageLink, PackageResolution } from '../../../../directory/package-resolution.ts';
import { paths } from '../../../../directory/urls.ts';
import { cleanText } from '../../format/untrusted-text.ts';

const MAX_TITLE_CHARACTERS = 200;
const MAX_URL_CHARACTERS = 500;

type Candidate = PackageResolution['candidates'][number];

export const LINK_LABELS: Readonly<Record<PackageLink['via'], string>> = {
  llms: 'llms address',
  homepage: 'homepage',
  documentation: 'documentation',
  repository: 'repository',
};

function describeCandidate({ domain, file, reason }: Candidate): string {
  switch (reason) {
    case 'unlistable':
      return 'The address belongs to no domain that can be listed.';
    case 'untracked':
      return `${domain} is not in the directory.`;
    case 'uncovered':
      return `The directory has no llms.txt of ${domain} that covers the address.`;
    case 'shared_host':
      return `${domain} has pages of many projects, so a file at its root does not count.`;
    default:
      return `The llms.txt for the address is ${file}.`;
  }
}

/** Creates the view of a package: its file, and the tried links. */
export function packageView({ package: name, via, candidates, file, domain }: PackageResolution) {
  return {
    name,
    file: file && { url: file.url, title: file.title && cleanText(file.title, MAX_TITLE_CHARACTERS) },
    site: domain && { domain, path: paths.domain(domain) },
    sentence:
      file === null || via === null
        ? 'The directory has no llms.txt of this package.'
        : `The ${LINK_LABELS[via]} of the package leads to this file.`,
    candidates: candidates.map((candidate) => ({
      label: LINK_LABELS[candidate.via],
      url: cleanText(candidate.url, MAX_URL_CHARACTERS),
      href: candidate.url,
      result: describeCandidate(candidate),
      addPath: candidate.domain && candidate.reason === 'untracked' ? paths.addOf(candidate.domain) : null,
    })),
  };
}
