import { expect, it } from 'vitest';
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
