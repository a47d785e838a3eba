import { describe, expect, it } from 'vitest';
import { parsePackageName, type Registry } from '../../src/directory/package-name.ts';
import { readRegistryDocument, toDocumentUrl } from '../../src/extract/registries.ts';

const read = (registry: Registry, document: unknown) =>
  readRegistryDocument({
    registry,
    body: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
  });

describe('URL of a registry document', () => {
  it.each([
    ['npm:zod', 'https://registry.npmjs.org/zod/latest'],
    ['npm:@scope/name', 'https://registry.npmjs.org/@scope%2Fname/latest'],
    ['pypi:httpx', 'https://pypi.org/pypi/httpx/json'],
    ['cargo:serde', 'https://crates.io/api/v1/crates/serde?include=default_version'],
  ])('returns the public document of %s', (text, url) => {
    const name = parsePackageName(text);
    expect(name && toDocumentUrl(name)).toBe(url);
  });
});

describe('document of npm', () => {
  it('yields links in the order of their use', () => {
    const document = {
      repository: { type: 'git', url: 'git+https://github.com/tea/tea.git', directory: 'packages/tea' },
      documentation: 'https://docs.tea.dev',
      homepage: 'https://tea.dev',
      llms: 'https://tea.dev/llms.txt',
    };
    expect(read('npm', document)).toEqual([
      { via: 'llms', url: 'https://tea.dev/llms.txt' },
      { via: 'homepage', url: 'https://tea.dev/' },
      { via: 'documentation', url: 'https://docs.tea.dev/' },
      { via: 'repository', url: 'https://github.com/tea/tea' },
    ]);
  });

  it.each([
    ['git+https://github.com/tea/tea.git', 'https://github.com/tea/tea'],
    ['git://github.com/tea/tea.git', 'https://github.com/tea/tea'],
    ['git+ssh://git@github.com/tea/tea.git', 'https://github.com/tea/tea'],
    ['git@gitlab.com:group/sub/tea.git', 'https://gitlab.com/group/sub/tea'],
    ['git+ssh://git@gitlab.com:group/sub/tea.git', 'https://gitlab.com/group/sub/tea'],
    ['ssh://git@github.com:22/tea/tea.git', 'https://github.com/tea/tea'],
    ['https://kettle@bitbucket.org/tea/tea.git', 'https://bitbucket.org/tea/tea'],
    ['github:tea/tea', 'https://github.com/tea/tea'],
    ['gitlab:tea/tea', 'https://gitlab.com/tea/tea'],
    ['bitbucket:tea/tea', 'https://bitbucket.org/tea/tea'],
    ['tea/tea', 'https://github.com/tea/tea'],
    ['https://github.com/tea/tea.git#main', 'https://github.com/tea/tea'],
    ['https://git.tea.dev/tea', 'https://git.tea.dev/tea'],
  ])('reads the repository %s as %s', (repository, url) => {
    expect(read('npm', { repository })).toEqual([{ via: 'repository', url }]);
    expect(read('npm', { repository: { url: repository } })).toEqual([{ via: 'repository', url }]);
  });

  it('yields a page once', () => {
    const document = { homepage: 'https://github.com/tea/tea#readme', repository: 'tea/tea' };
    expect(read('npm', document)).toEqual([{ via: 'homepage', url: 'https://github.com/tea/tea#readme' }]);
  });

  it.each([
    {},
    { homepage: '' },
    { homepage: false, repository: 7, llms: ['https://tea.dev'], documentation: null },
    { homepage: 'javascript:alert(1)', llms: './llms.txt', repository: 'file:///etc' },
    { homepage: `https://tea.dev/${'x'.repeat(2_000)}` },
    { homepage: 'https://user:secret@tea.dev/' },
  ])('yields no other links: %j', (document) => {
    expect(read('npm', document)).toEqual([]);
  });

  it.each(['', '<!doctype html>', '[]', 'null', '"x"'])('yields null for another form: %s', (document) => {
    expect(read('npm', document)).toBeNull();
  });
});

// These forms follow the documents of PyPI (https://docs.pypi.org/api/json/) and crates.io (https://crates.io/data-access). The
// documents are invented, because the tests reach neither registry.
describe('document of PyPI', () => {
  it('yields links with well-known labels, in any spelling', () => {
    const info = {
      home_page: 'https://old.tea.dev',
      docs_url: null,
      project_urls: {
        'Source Code': 'https://github.com/tea/tea',
        Changelog: 'https://tea.dev/changes',
        'llms.txt': 'https://tea.dev/llms.txt',
        Docs: 'https://docs.tea.dev',
        'home-page': 'https://tea.dev',
      },
    };
    expect(read('pypi', { info, releases: {} })).toEqual([
      { via: 'llms', url: 'https://tea.dev/llms.txt' },
      { via: 'homepage', url: 'https://tea.dev/' },
      { via: 'homepage', url: 'https://old.tea.dev/' },
      { via: 'documentation', url: 'https://docs.tea.dev/' },
      { via: 'repository', url: 'https://github.com/tea/tea' },
    ]);
  });

  it('accepts an empty list of links', () => {
    expect(read('pypi', { info: { home_page: '', project_urls: null } })).toEqual([]);
    expect(read('pypi', { message: 'Not Found' })).toBeNull();
  });

  it('yields at most ten links', () => {
    const labels = Array.from({ length: 30 }, (_, at) => [`source${'!'.repeat(at)}`, `https://tea.dev/${at}`]);
    expect(read('pypi', { info: { project_urls: Object.fromEntries(labels) } })).toHaveLength(10);
  });
});

describe('document of crates.io', () => {
  it('yields the links of the crate', () => {
    const crate = {
      id: 'tea',
      homepage: 'https://tea.dev',
      documentation: 'https://docs.rs/tea',
      repository: 'https://github.com/tea/tea',
    };
    expect(read('cargo', { crate, versions: null })).toEqual([
      { via: 'homepage', url: 'https://tea.dev/' },
      { via: 'documentation', url: 'https://docs.rs/tea' },
      { via: 'repository', url: 'https://github.com/tea/tea' },
    ]);
    expect(read('cargo', { crate: { homepage: null, documentation: null, repository: null } })).toEqual([]);
    expect(read('cargo', { errors: [{ detail: 'crate `tea` does not exist' }] })).toBeNull();
  });
});
