import type { Agents } from '../../../../directory/agent-access.ts';
import type { AgentPurpose } from '../../../../directory/agents.ts';
import { formatList } from '../../../../directory/format-list.ts';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { escapeMarkdown, joinBlocks } from '../../format/markdown.ts';
import { cleanText } from '../../format/untrusted-text.ts';

const PURPOSES: readonly (readonly [AgentPurpose, string])[] = [
  ['assistant', 'Reads for a person who asked'],
  ['search', 'Searches'],
  ['training', 'Collects for training'],
];
const MAX_RULE_CHARACTERS = 120;

type Standing = Agents['agents'][number];

/** Describes the access of agents. Agents with equal purpose and access share a line. */
export function agentsView({ robots_txt, pages, agents, contradictions }: Agents) {
  return {
    lede: formatLede(robots_txt, pages, agents),
    contradictions: contradictions.map((sentence) => cleanText(sentence, MAX_CONTRADICTION_CHARACTERS)),
    rows: PURPOSES.flatMap(([purpose, label]) => {
      const ofPurpose = agents.filter((agent) => agent.purpose === purpose);
      const alike = Map.groupBy(ofPurpose, (agent) => JSON.stringify(formatStanding(agent, pages)));
      return [...alike.values()].map((some) => ({
        purpose: label,
        names: some.map(({ name }) => name).join(', '),
        ...formatStanding(some[0], pages),
      }));
    }),
  };
}
export type AgentsView = ReturnType<typeof agentsView>;

/** Longest text. Sixteen names and a long path fit. */
const MAX_CONTRADICTION_CHARACTERS = 500;

function formatLede(robots: Agents['robots_txt'], pages: number, agents: readonly Standing[]): string {
  const listed = pages === 0 ? [] : [`the ${formatQuantity(pages, 'listed page')} that we looked at`];
  const all = formatList(['the llms.txt', 'the homepage', ...listed]);
  if (robots === 'absent') return `The site has no robots.txt: every agent may read ${all}.`;
  const shutOut = agents.filter((agent) => !isOpen(agent));
  if (shutOut.length === 0) {
    return `robots.txt lets all ${agents.length} known agents read ${all}.`;
  }
  return `robots.txt keeps ${shutOut.length} of ${agents.length} known agents from some or all of it: ${all}.`;
}

function isOpen({ llms_txt, homepage, pages }: Pick<Standing, 'llms_txt' | 'homepage' | 'pages'>): boolean {
  return llms_txt && homepage && pages === 0;
}

function formatStanding(agent: Standing | undefined, pages: number) {
  if (!agent) return { isOpen: true, says: '', rule: null, signal: null };
  const { llms_txt, homepage, rule, content_signal } = agent;
  const may = (what: string, is: boolean) => (is ? [] : [what]);
  const refused = [
    ...may('the llms.txt', llms_txt),
    ...may('the homepage', homepage),
    ...may(`${agent.pages} of ${formatQuantity(pages, 'listed page')}`, agent.pages === 0),
  ];
  return {
    isOpen: isOpen(agent),
    says: refused.length === 0 ? 'may read all' : `may not read ${formatList(refused)}`,
    rule: rule && { line: rule.line, text: cleanText(rule.text, MAX_RULE_CHARACTERS) },
    signal: content_signal && signalWords(content_signal),
  };
}

function signalWords(signal: NonNullable<Standing['content_signal']>): string {
  return Object.entries(signal)
    .map(([use, allowed]) => `${use}=${allowed ? 'yes' : 'no'}`)
    .join(', ');
}

export function renderAgentsMarkdown({ lede, contradictions, rows }: AgentsView): string {
  const lines = rows.map(({ names, says, rule, signal }) => {
    const why = rule ? `; line ${rule.line} of robots.txt: ${escapeMarkdown(rule.text)}` : '';
    return `- ${names}: ${says}${why}${signal ? `; Content-Signal: ${signal}` : ''}`;
  });
  return joinBlocks('## Access of agents', [lede, ...contradictions.map(escapeMarkdown)].join(' '), lines);
}
