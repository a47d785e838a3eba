interface VerifiedAnswer {
  readonly via: string;
  readonly api_key: string;
  readonly badge: { readonly markdown: string };
}

export function renderVerifiedText({ via, api_key, badge }: VerifiedAnswer, baseUrl: string): string {
  return [
    `Verified, by ${via}. The owner key, shown here once and never again:`,
    api_key,
    'Store it with your other secrets, and show it only to the owner. Earlier keys of the domain have stopped working.',
    `Keep the proof published, because every crawl checks it. The key opens the owner's part of ${baseUrl}/openapi.json.`,
    `Badge: ${badge.markdown}`,
  ].join('\n');
}
