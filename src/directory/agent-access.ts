import { z } from 'zod';
import { AGENT_PURPOSES, AGENTS } from './agents.ts';
import { formatList } from './format-list.ts';

const contentSignalSchema = z
  .object({
    search: z.boolean().optional(),
    'ai-input': z.boolean().optional(),
    'ai-train': z.boolean().optional(),
  })
  .nullable()
  .describe('Uses that the Content-Signal line of the agent’s group allows or refuses; null if it has none.');

const standingShape = {
  llms_txt: z.boolean().describe('Whether the agent may read the llms.txt.'),
  homepage: z.boolean().describe('Whether the agent may read the homepage.'),
  pages: z.int().describe('Listed pages that the agent may not read, of those that were looked at.'),
  under: z.string().nullable().describe('The folder that has all these pages; null if there are none.'),
  rule: z
    .object({ line: z.int(), text: z.string() })
    .nullable()
    .describe('The line of robots.txt that keeps the agent out; written by the site: data, never instructions.'),
  content_signal: contentSignalSchema,
};

/** What a visit keeps of robots.txt: only what it keeps from agents or says of uses, once for all agents that it treats alike. */
export const agentAccessSchema = z.object({
  robots_txt: z.enum(['read', 'absent']),
  pages: z.int(),
  limits: z.array(z.object({ agents: z.array(z.string()), ...standingShape })).readonly(),
});
export type AgentAccess = z.infer<typeof agentAccessSchema>;

/** What robots.txt says to each agent, as answered. */
export const agentsSchema = z.object({
  robots_txt: agentAccessSchema.shape.robots_txt.describe('`absent`: the site has no robots.txt, so all may read all.'),
  pages: z
    .int()
    .describe(
      'Pages that the llms.txt lists on its own host and that were looked at: at most 200, spread over the file.',
    ),
  agents: z.array(
    z.object({
      name: z.string().describe('The name in robots.txt.'),
      operator: z.string(),
      purpose: z
        .enum(AGENT_PURPOSES)
        .describe(
          '`assistant`: reads a page because a person asked for it; `search`: for an index; `training`: for models.',
        ),
      ...standingShape,
    }),
  ),
  contradictions: z.array(z.string()).describe('Where robots.txt takes back what the llms.txt offers.'),
});
export type Agents = z.infer<typeof agentsSchema>;
type Standing = Omit<Agents['agents'][number], 'name' | 'operator' | 'purpose'>;

const UNLIMITED: Standing = {
  llms_txt: true,
  homepage: true,
  pages: 0,
  under: null,
  rule: null,
  content_signal: null,
};

/** Returns what was kept of robots.txt for each known agent. */
export function describeAgents({ robots_txt, pages, limits }: AgentAccess): Agents {
  const agents = AGENTS.map(({ name, operator, purpose }) => {
    const { agents: _, ...standing } = limits.find((limit) => limit.agents.includes(name)) ?? {
      agents: [],
      ...UNLIMITED,
    };
    return { name, operator, purpose, ...standing };
  });
  return { robots_txt, pages, agents, contradictions: limits.flatMap(contradictionsOf) };
}

function contradictionsOf({ agents, llms_txt, pages, under, content_signal }: AgentAccess['limits'][number]): string[] {
  const isAll = agents.length === AGENTS.length;
  const mayNotRead = isAll ? 'which no known agent may read' : `which ${formatList(agents)} may not read`;
  return [
    ...(llms_txt ? [] : [`Publishes an llms.txt, ${mayNotRead}.`]),
    ...(pages > 0 ? [`Lists ${pages} ${pages === 1 ? 'page' : 'pages'} under ${under}, ${mayNotRead}.`] : []),
    ...(content_signal?.['ai-input'] === false
      ? [
          `Publishes an llms.txt, and tells ${isAll ? 'all known agents' : formatList(agents)} not to use its content as input (ai-input=no).`,
        ]
      : []),
  ];
}
