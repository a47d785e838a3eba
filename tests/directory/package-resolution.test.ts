import { describe, expect, it } from 'vitest';
import { type PackageCandidate, resolvePackage } from '../../src/directory/package-resolution.ts';
import { parsePageAddress } from '../../src/directory/page-address.ts';
import type { PageSite } from '../../src/directory/resolution.ts';
import { toPageSite } from './page-site.ts';

/** Creates a link of a package. `site` is the tracked site of its domain. */
function candidate(via: PackageCandidate['via'], url: string, site?: PageSite): PackageCandidate {
  const page = parsePageAddress(url);
  return { via, url, page, domain: page?.url.hostname.replace(/^www\./, '') ?? null, sites: site ? [site] : [] };
}

const nested = (url: string) => toPageSite('github.com', { scoped: [{ url, title: null, via: 'nested', links: [] }] });

describe('file of a package', () => {
  it('chooses the first link with a file, and returns all links', () => {
    const links = [{ title: 'Query', url: 'https://tea.dev/query', notes: 'Data', section: 'Libraries' }];
    expect(
      resolvePackage('pkg:npm/tea', [
        candidate('homepage', 'https://cup.dev/'),
        candidate('documentation', 'https://www.tea.dev/query', toPageSite('tea.dev', { links })),
        candidate('repository', 'https://github.com/tea/tea', toPageSite('github.com')),
      ]),
    ).toEqual({
      package: 'pkg:npm/tea',
      via: 'documentation',
      candidates: [
        { via: 'homepage', url: 'https://cup.dev/', domain: 'cup.dev', file: null, reason: 'untracked' },
        {
          via: 'documentation',
          url: 'https://www.tea.dev/query',
          domain: 'tea.dev',
          file: 'https://tea.dev/llms.txt',
          reason: null,
        },
        {
          via: 'repository',
          url: 'https://github.com/tea/tea',
          domain: 'github.com',
          file: null,
          reason: 'shared_host',
        },
      ],
      file: { url: 'https://tea.dev/llms.txt', scope: 'https://tea.dev/', title: 'tea.dev', via: 'root' },
      domain: 'tea.dev',
      entry: { title: 'Query', section: 'Libraries', notes: 'Data' },
      markdown: null,
    });
  });

  it('returns null for a package without links', () => {
    expect(resolvePackage('pkg:npm/tea', [])).toEqual({
      package: 'pkg:npm/tea',
      via: null,
      candidates: [],
      file: null,
      domain: null,
      entry: null,
      markdown: null,
    });
  });

  it.each<[string, PackageCandidate]>([
    ['untracked', candidate('homepage', 'https://tea.dev/')],
    ['uncovered', candidate('homepage', 'https://tea.dev/', toPageSite('tea.dev', { file: null }))],
    [
      'uncovered',
      candidate('homepage', 'https://tea.dev/shop', toPageSite('tea.dev', { file: 'https://tea.dev/docs/llms.txt' })),
    ],
    ['shared_host', candidate('homepage', 'https://github.com/tea/tea#readme', toPageSite('github.com'))],
    // Tracking the host would not help.
    ['shared_host', candidate('homepage', 'https://github.com/tea/tea')],
    ['shared_host', candidate('documentation', 'https://docs.rs/tea', toPageSite('docs.rs'))],
    ['shared_host', candidate('homepage', 'https://www.npmjs.com/package/tea', toPageSite('npmjs.com'))],
    // The host has repositories, but is in no list.
    ['shared_host', candidate('repository', 'https://git.tea.dev/tea', toPageSite('git.tea.dev'))],
    // The file belongs to another repository.
    ['shared_host', candidate('homepage', 'https://github.com/tea/tea', nested('https://github.com/cup/cup/llms.txt'))],
    ['unlistable', { ...candidate('homepage', 'https://localhost/'), page: null, domain: null }],
  ])('says that a link is %s', (reason, given) => {
    const { file, candidates } = resolvePackage('pkg:npm/tea', [given]);
    expect({ file, reason: candidates[0]?.reason }).toEqual({ file: null, reason });
  });

  it('takes the main file in a folder for the homepage of a domain', () => {
    const site = toPageSite('tea.dev', { file: 'https://tea.dev/docs/llms.txt' });
    expect(resolvePackage('pkg:npm/tea', [candidate('homepage', 'https://tea.dev/', site)])).toMatchObject({
      via: 'homepage',
      candidates: [{ file: 'https://tea.dev/docs/llms.txt', reason: null }],
      file: { url: 'https://tea.dev/docs/llms.txt', scope: 'https://tea.dev/docs/', via: 'nested' },
      domain: 'tea.dev',
      entry: null,
    });
  });

  it('takes no root file of a shared host, even if it lists the repository', () => {
    const links = [{ title: 'Tea', url: 'https://github.com/tea/tea', notes: null, section: null }];
    const given = candidate('repository', 'https://github.com/tea/tea', toPageSite('github.com', { links }));
    expect(resolvePackage('pkg:npm/tea', [given]).file).toBeNull();
  });

  it.each(['https://github.com/tea/llms.txt', 'https://github.com/tea/tea/llms.txt'])(
    'takes the file of a repository or its owner on a shared host: %s',
    (url) => {
      const found = resolvePackage('pkg:npm/tea', [candidate('repository', 'https://github.com/tea/tea', nested(url))]);
      expect(found).toMatchObject({ via: 'repository', file: { url }, domain: 'github.com' });
    },
  );

  it('prefers the file of a project page named like the package', () => {
    const given = candidate('homepage', 'https://tea.github.io/tea/', toPageSite('tea.github.io'));
    expect(resolvePackage('pkg:npm/tea', [given])).toMatchObject({ domain: 'tea.github.io' });
  });
});
