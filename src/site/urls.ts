/** The only builder of paths: every link of a page, record or feed is made here. `domain` is canonical. */
export const paths = {
  home: '/',
  domain: (domain: string) => `/domain/${domain}`,
  domainJson: (domain: string) => `/domain/${domain}.json`,
  domainMarkdown: (domain: string) => `/domain/${domain}.md`,
  badge: (domain: string) => `/badge/${domain}.svg`,
  rule: (id: string) => `/rules/${id}`,
  error: (code: string) => `/errors/${code}`,
  browse: (page: number) => (page === 1 ? '/browse' : `/browse/${page}`),
  lookup: (domain: string) => `/v1/domain/${domain}`,
  verification: (domain: string) => `/v1/sites/${domain}/verification`,
  verify: (domain: string) => `/v1/sites/${domain}/verify`,
} as const;
