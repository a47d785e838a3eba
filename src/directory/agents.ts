/** Purpose of an agent's requests. `assistant` reads a page for a person. */
export const AGENT_PURPOSES = ['assistant', 'search', 'training'] as const;
export type AgentPurpose = (typeof AGENT_PURPOSES)[number];

/** Program that reads pages for a language model. */
export interface Agent {
  readonly name: string;
  readonly operator: string;
  readonly purpose: AgentPurpose;
  readonly source: string;
}

const OPENAI = 'https://developers.openai.com/api/docs/bots';
const ANTHROPIC = 'https://support.claude.com/en/articles/8896518';
const PERPLEXITY = 'https://docs.perplexity.ai/guides/bots';
const APPLE = 'https://support.apple.com/en-us/119829';
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers';

/** Agents that people use. Google-Extended and Applebot-Extended are only names in robots.txt. */
export const AGENTS: readonly Agent[] = [
  { name: 'ChatGPT-User', operator: 'OpenAI', purpose: 'assistant', source: OPENAI },
  { name: 'Claude-User', operator: 'Anthropic', purpose: 'assistant', source: ANTHROPIC },
  { name: 'Perplexity-User', operator: 'Perplexity', purpose: 'assistant', source: PERPLEXITY },
  { name: 'MistralAI-User', operator: 'Mistral AI', purpose: 'assistant', source: 'https://docs.mistral.ai/robots' },
  { name: 'meta-externalfetcher', operator: 'Meta', purpose: 'assistant', source: META },
  { name: 'OAI-SearchBot', operator: 'OpenAI', purpose: 'search', source: OPENAI },
  { name: 'Claude-SearchBot', operator: 'Anthropic', purpose: 'search', source: ANTHROPIC },
  { name: 'PerplexityBot', operator: 'Perplexity', purpose: 'search', source: PERPLEXITY },
  { name: 'Applebot', operator: 'Apple', purpose: 'search', source: APPLE },
  { name: 'GPTBot', operator: 'OpenAI', purpose: 'training', source: OPENAI },
  { name: 'ClaudeBot', operator: 'Anthropic', purpose: 'training', source: ANTHROPIC },
  {
    name: 'Google-Extended',
    operator: 'Google',
    purpose: 'training',
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers#google-extended',
  },
  { name: 'Applebot-Extended', operator: 'Apple', purpose: 'training', source: APPLE },
  { name: 'meta-externalagent', operator: 'Meta', purpose: 'training', source: META },
  {
    name: 'Amazonbot',
    operator: 'Amazon',
    purpose: 'training',
    source: 'https://developer.amazon.com/amazonbot',
  },
  { name: 'CCBot', operator: 'Common Crawl', purpose: 'training', source: 'https://commoncrawl.org/ccbot' },
];
