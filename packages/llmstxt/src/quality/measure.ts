import type { LinkCheck } from '../types/facts.ts';
import type { LlmsFile } from '../types/file.ts';
import type { Finding } from '../types/finding.ts';
import type { LinksTried } from '../types/quality.ts';
import { outlineOf } from './outline.ts';
import { PageReader } from './pages.ts';
import { type Coverage, CoverageCounter } from './parts/coverage.ts';
import { countNewWords, DescriptionCounter, type Descriptions } from './parts/descriptions.ts';
import { scoreForm } from './parts/form.ts';
import { GroupCounter, type Grouping } from './parts/grouping.ts';
import { countLinks, FaultCounter, type Health } from './parts/health.ts';
import { type Introduction, IntroductionReader } from './parts/orientation.ts';
import type { Size } from './parts/size.ts';

/** What the score is made of, before any constant is applied. */
export interface Measurements {
  readonly orientation: Introduction;
  readonly coverage: Coverage;
  readonly descriptions: Descriptions;
  readonly grouping: Grouping;
  readonly size: Size;
  readonly health: Health;
  /** 0–1. */
  readonly form: number;
}

/** Reads the text once. */
export function measure(
  file: LlmsFile,
  findings: readonly Finding[],
  linkChecks: readonly LinkCheck[] = [],
  links: LinksTried = countLinks(linkChecks),
): Measurements {
  const introduction = new IntroductionReader(file.text);
  const coverage = new CoverageCounter();
  const descriptions = new DescriptionCounter();
  const groups = new GroupCounter();
  const faults = new FaultCounter(findings, links);
  const pages = new PageReader(file.text, (page) => {
    const newWords = countNewWords(page);
    coverage.add(page);
    descriptions.add(page, newWords);
    groups.add(page);
    faults.add(page, newWords);
  });
  for (const line of outlineOf(file)) {
    introduction.add(line);
    pages.add(line);
  }
  pages.finish();
  const { bytes, tokens } = file.document;
  return {
    orientation: introduction.result,
    coverage: coverage.result,
    descriptions: descriptions.result,
    grouping: groups.finish(),
    size: { bytes, tokens },
    health: faults.result,
    form: scoreForm(findings),
  };
}
