import { escapeMarkdown } from '../../format/markdown.ts';
import type { AgentsView } from './agents-view.ts';

export function renderAgentsMarkdown({ lede, contradictions, rows }: AgentsView): string[] {
  const lines = rows.map(({ names, says, rule, signal }) => {
    const why = rule ? `; line ${rule.line} of robots.txt: ${escapeMarkdown(rule.text)}` : '';
    return `- ${names}: ${says}${why}${signal ? `; Content-Signal: ${signal}` : ''}`;
  });
  return ['## Access of agents', [lede, ...contradictions.map(escapeMarkdown)].join(' '), lines.join('\n')];
}
