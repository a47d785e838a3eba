import { fenced, joinBlocks, listLinks } from '../../format/markdown.ts';
import type { ClaimPageView } from './claim-page-view.ts';
import type { ClaimView } from './claim-view.ts';

export function renderProofs(methods: ClaimView['methods']): string {
  return methods
    .map(({ description, snippet }, at) => `${at + 1}. ${description}\n\n   \`\`\`\n   ${snippet}\n   \`\`\``)
    .join('\n');
}

export function renderClaimMarkdown(view: ClaimPageView, baseUrl: string): string {
  const { benefits, methods, token, keepNote, verifyUrl } = view;
  return joinBlocks(
    `# ${view.title}`,
    `> ${view.lede}`,
    view.note,
    '## 1. Your token',
    fenced(token),
    keepNote,
    '## 2. Publish it in one of four ways',
    methods
      .map(({ description, parts }, at) => `${at + 1}. ${description}\n\n${parts.map(renderPart).join('\n')}`)
      .join('\n'),
    '## 3. Verify',
    'We check all four places. Your owner key is shown only once. Keep this address secret, because anyone who has it can redeem your proof.',
    fenced(`curl -X POST '${verifyUrl}'`),
    '## Benefits of verification',
    benefits.map((benefit) => `- ${benefit}`).join('\n'),
    listLinks(view.links, baseUrl),
  );
}

function renderPart({ label, text }: ClaimPageView['methods'][number]['parts'][number]): string {
  return `${label === null ? '' : `   ${label}:\n\n`}   \`\`\`\n   ${text}\n   \`\`\`\n`;
}
