import { paths } from './urls.ts';

export interface ProofMethod {
  readonly name: string;
  readonly where: string;
  readonly snippet: string;
}

/** The four ways to prove control, with `token` in place; any one is enough. */
export function proofMethods(domain: string, token: string, service: { name: string; baseUrl: string }): ProofMethod[] {
  return [
    {
      name: 'Link in your llms.txt',
      where: 'A list item anywhere in the file. Recommended: nothing else to maintain.',
      snippet: `- [${service.name}](${service.baseUrl}${paths.domain(domain)}?verify=${token})`,
    },
    {
      name: 'DNS record',
      where: 'A TXT record beside the domain.',
      snippet: `_svc-verify.${domain}. TXT "svc-verify=${token}"`,
    },
    {
      name: 'Meta tag',
      where: 'In the head of the homepage.',
      snippet: `<meta name="svc-verify" content="${token}">`,
    },
    {
      name: 'Well-known file',
      where: `At https://${domain}/.well-known/svc-verify.txt, with the token as its content.`,
      snippet: token,
    },
  ];
}

/** Stands for the token where nobody has asked for one yet. */
export const TOKEN_PLACEHOLDER = 'YOUR-TOKEN';

/** The badge as owners embed it. */
export function badgeSnippets(domain: string, baseUrl: string): { html: string; markdown: string } {
  const badge = `${baseUrl}${paths.badge(domain)}`;
  const page = `${baseUrl}${paths.domain(domain)}`;
  return {
    html: `<a href="${page}"><img src="${badge}" alt="llms.txt status of ${domain}" height="20"></a>`,
    markdown: `[![llms.txt status of ${domain}](${badge})](${page})`,
  };
}
