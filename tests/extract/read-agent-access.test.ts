import { describe, expect, it } from 'vitest';
import { type AgentAccess, describeAgents } from '../../src/directory/agent-access.ts';
import { AGENTS } from '../../src/directory/agents.ts';
import { readAgentAccess } from '../../src/extract/read-agent-access.ts';
import { parseRobotsFile } from '../../src/extract/robots.ts';
import { agentsView, renderAgentsMarkdown } from '../../src/site/content/views/agents/agents-view.ts';

const ORIGIN = 'https://tides.example';
const LISTED = ['/docs/a', '/docs/api/b.md', '/docs/api/c', '/blog'].map((path) => ORIGIN + path);

function read(robots: string): AgentAccess {
  const pages = { llmsTxt: `${ORIGIN}/llms.txt`, homepage: `${ORIGIN}/`, listed: LISTED };
  return {
    robots_txt: 'read',
    pages: LISTED.length,
    limits: readAgentAccess(parseRobotsFile(robots), pages),
  };
}

describe('agent access in robots.txt', () => {
  it('stores no limits if every agent may read everything', () => {
    expect(read('User-agent: *\nDisallow: /admin\nSitemap: https://tides.example/s.xml').limits).toEqual([]);
  });

  it('groups agents with equal rules', () => {
    const access = read(
      'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /docs/api\n\nUser-agent: ClaudeBot\nDisallow: /',
    );
    expect(access.limits).toEqual([
      {
        agents: ['GPTBot', 'CCBot'],
        llms_txt: true,
        homepage: true,
        pages: 2,
        under: '/docs/api/',
        rule: { line: 3, text: 'Disallow: /docs/api' },
        content_signal: null,
      },
      expect.objectContaining({ agents: ['ClaudeBot'], llms_txt: false, homepage: false, pages: 4, under: '/' }),
    ]);
    expect(describeAgents(access).contradictions).toEqual([
      'Lists 2 pages under /docs/api/, which GPTBot and CCBot may not read.',
      'Publishes an llms.txt, which ClaudeBot may not read.',
      'Lists 4 pages under /, which ClaudeBot may not read.',
    ]);
  });

  it('names every known agent in the answer', () => {
    const { agents } = describeAgents(read('User-agent: GPTBot\nDisallow: /docs/'));
    expect(agents.map(({ name }) => name)).toEqual(AGENTS.map(({ name }) => name));
    expect(agents.filter(({ pages }) => pages > 0)).toMatchObject([{ name: 'GPTBot', operator: 'OpenAI', pages: 3 }]);
  });

  it('reads Content-Signal of the group that counts for the agent', () => {
    const robots = [
      'User-agent: *',
      'Content-Signal: search=yes, ai-input=no,ai-train=NO',
      'Allow: /',
      '',
      'User-agent: CCBot',
      'Content-Signal: ai-train=yes, unknown=no',
      'Disallow:',
    ].join('\n');
    const { agents, contradictions } = describeAgents(read(robots));
    expect(agents.find(({ name }) => name === 'Claude-User')?.content_signal).toEqual({
      search: true,
      'ai-input': false,
      'ai-train': false,
    });
    expect(agents.find(({ name }) => name === 'CCBot')?.content_signal).toEqual({ 'ai-train': true });
    expect(contradictions).toEqual([expect.stringMatching(/to use its content as input \(ai-input=no\)/)]);
  });

  it('states that no agent may read the file', () => {
    expect(describeAgents(read('User-agent: *\nDisallow: /llms.txt')).contradictions).toEqual([
      'Publishes an llms.txt, which no known agent may read.',
    ]);
  });

  it('appears by purpose, with the rules of the site as code', () => {
    const view = agentsView(describeAgents(read('User-agent: GPTBot\nDisallow: /docs/ # <b>no</b>')));
    expect(view.lede).toBe(
      'robots.txt keeps 1 of 16 known agents from some or all of it: the llms.txt, the homepage and the 4 listed pages that we looked at.',
    );
    expect(renderAgentsMarkdown(view)).toContain(
      'GPTBot: may not read 3 of 4 listed pages; line 2 of robots.txt: Disallow: /docs/ \\# \\<b\\>no\\</b\\>',
    );
  });

  it('joins two parts of a site with "and" if no listed page was seen', () => {
    const described = describeAgents(read('User-agent: GPTBot\nDisallow: /'));
    expect(agentsView({ ...described, robots_txt: 'absent', pages: 0 }).lede).toBe(
      'The site has no robots.txt: every agent may read the llms.txt and the homepage.',
    );
    expect(agentsView(described).rows.map(({ says }) => says)).toContain(
      'may not read the llms.txt, the homepage and 4 of 4 listed pages',
    );
  });

  it('takes less than 1 kB even if each agent has other rules', () => {
    const groups = AGENTS.map(({ name }, i) => `User-agent: ${name}\nDisallow: /docs/${'abc'[i % 3]}\n`).join('\n');
    expect(JSON.stringify(read(groups)).length).toBeLessThan(1_000);
  });
});
