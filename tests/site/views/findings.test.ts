import { expect, it } from 'vitest';
import { lintText } from '#llmstxt';
import {
  findingsView,
  groupByMessage,
  type ShownFinding,
} from '../../../src/site/content/views/findings/findings-view.ts';

const finding = (line: number, message: string, fix = 'Publish the page.'): ShownFinding => ({
  id: 'dead-link',
  title: 'Dead link',
  severity: 'warning',
  line,
  column: 1,
  excerpt: `line ${line}`,
  message,
  fix,
});

it('lists each message of a rule once with its places', () => {
  const { rules } = findingsView([finding(3, '/a is gone'), finding(4, '/a is gone'), finding(8, '/b is gone')]);
  expect(
    rules.map(groupByMessage).map((groups) => groups.map(({ message, places }) => [message, places.length])),
  ).toEqual([
    [
      ['/a is gone', 2],
      ['/b is gone', 1],
    ],
  ]);
});

it('counts all places of a rule, although findings list the first 100', () => {
  const items = Array.from({ length: 250 }, (_, at) => `* [Page ${at}](https://a.example/${at}): about page ${at}`);
  const { findings } = lintText({ body: `# A\n\n> S\n\n## Pages\n\n${items.join('\n')}\n` });
  const listed = findings.filter(({ id }) => id === findings[0]?.id);
  expect(listed).toHaveLength(101);
  const { counts, rules } = findingsView(listed);
  expect(rules.map(({ count, more }) => [count, more])).toEqual([[250, 'and 245 more places']]);
  expect(counts.map(({ text }) => text)).toEqual(['250 notes']);
});
