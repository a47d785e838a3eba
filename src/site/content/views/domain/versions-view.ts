import { formatBytes, formatQuantity } from '../../../../directory/format-numbers.ts';
import { paths } from '../../../../directory/urls.ts';
import type { Version } from '../../../../directory/version.ts';
import { formatDate } from '../../format/dates.ts';
import { changePhrase, countChanges } from './change-words.ts';

/** Most versions with listed changes. Older versions are only counted. */
const NAMED_VERSIONS = 10;

export function versionsView(domain: string, versions: readonly Version[]) {
  const [latest] = versions;
  if (!latest) return null;
  return {
    lede:
      latest.version === 1
        ? 'One version so far.'
        : `${formatQuantity(latest.version, 'version')}, the latest ${versions.length === latest.version ? '' : `${versions.length} of them `}first.`,
    items: versions.map((version, at) => versionItem(domain, version, versions[at + 1] ?? null, at < NAMED_VERSIONS)),
    historyPath: paths.history(domain),
  };
}
export type VersionsView = NonNullable<ReturnType<typeof versionsView>>;

/** Describes a version. A visitor can compare it with the version before it if both texts are stored. */
function versionItem(domain: string, item: Version, before: Version | null, isNamed: boolean) {
  const { version, first_seen, bytes, sections, links, changes, has_text } = item;
  const named = isNamed ? (changes?.first ?? []) : [];
  const unnamed = (changes?.total ?? 0) - named.length;
  return {
    heading: `Version ${version}`,
    since: first_seen,
    date: formatDate(first_seen),
    facts: `${formatQuantity(sections, 'section')}, ${formatQuantity(links, 'link')}, ${formatBytes(bytes)}`,
    summary: changes ? countChanges(changes) : null,
    changes: named.map(changePhrase),
    more: named.length > 0 && unnamed > 0 ? `and ${unnamed} more` : null,
    links: [
      ...(has_text ? [{ words: 'Text', path: paths.version(domain, version) }] : []),
      ...(has_text && before?.has_text
        ? [{ words: 'All changes', path: paths.diff(domain, version - 1, version) }]
        : []),
    ],
  };
}
