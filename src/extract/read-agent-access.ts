import type { AgentAccess } from '../directory/agent-access.ts';
import { AGENTS } from '../directory/agents.ts';
import type { Robots, RobotsFile } from './robots.ts';

type Limit = AgentAccess['limits'][number];

/** Most characters of a stored rule. Rules can be long lists of URLs, and the start identifies a rule. */
const MAX_RULE_CHARACTERS = 200;

export interface ReachedPages {
  readonly llmsTxt: string;
  readonly homepage: string;
  /** Listed pages on the host of the file. */
  readonly listed: readonly string[];
}

/** Returns the limits of a robots.txt for known agents, grouped by equal rules. */
export function readAgentAccess(file: RobotsFile, pages: ReachedPages): AgentAccess['limits'] {
  const limits = new Map<string, Limit>();
  for (const { name } of AGENTS) {
    const limit = toLimit(file(name), pages);
    const key = JSON.stringify(limit);
    const sameLimit = limits.get(key);
    if (sameLimit) sameLimit.agents.push(name);
    else if (isLimited(limit)) limits.set(key, { ...limit, agents: [name] });
  }
  return [...limits.values()];
}

function toLimit(robots: Robots, { llmsTxt, homepage, listed }: ReachedPages): Limit {
  const mayRead = (url: string) => robots.verdict(url) === 'allowed';
  const refused = listed.filter((url) => !mayRead(url));
  const [first] = [llmsTxt, homepage].filter((url) => !mayRead(url)).concat(refused);
  const rule = first === undefined ? null : robots.ruleFor(first);
  return {
    agents: [],
    llms_txt: mayRead(llmsTxt),
    homepage: mayRead(homepage),
    pages: refused.length,
    under: commonFolder(refused),
    rule: rule && { line: rule.line, text: rule.text.slice(0, MAX_RULE_CHARACTERS).toWellFormed() },
    content_signal: robots.contentSignal,
  };
}

function isLimited({ llms_txt, homepage, pages, content_signal }: Limit): boolean {
  return !llms_txt || !homepage || pages > 0 || content_signal !== null;
}

/** Returns the deepest folder that contains all pages, such as `/docs/`. */
function commonFolder(urls: readonly string[]): string | null {
  const [first, ...others] = urls.map((url) => new URL(url).pathname.split('/').slice(0, -1));
  if (!first) return null;
  const depth = first.findIndex((part, i) => others.some((path) => path[i] !== part));
  return `${(depth === -1 ? first : first.slice(0, depth)).join('/')}/`;
}
