import { findTopics } from '../../../src/topics/find-topics.ts';
import type { JudgedSite } from './judged-topics.ts';

export interface TopicMeasure {
  /** Number of sites with a judged topic, and number of these with an assigned topic. */
  readonly having: number;
  readonly covered: number;
  /** Number of assigned topics, and number of correct topics. */
  readonly given: number;
  readonly right: number;
}

export function measureTopics(sites: readonly JudgedSite[]): TopicMeasure {
  const measured = sites.map(({ facts, primary, right }) => {
    const topics = findTopics(facts);
    return { has: primary !== null, topics, right: topics.filter((topic) => right.has(topic)) };
  });
  return {
    having: measured.filter(({ has }) => has).length,
    covered: measured.filter(({ has, topics }) => has && topics.length > 0).length,
    given: computeSum(measured.map(({ topics }) => topics.length)),
    right: computeSum(measured.map(({ right }) => right.length)),
  };
}

export function computePrecision({ given, right }: TopicMeasure): number {
  return given === 0 ? 1 : right / given;
}

export function computeCoverage({ having, covered }: TopicMeasure): number {
  return having === 0 ? 1 : covered / having;
}

function computeSum(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
