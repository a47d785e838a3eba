import type { LinkCheck } from '../types/facts.ts';
import type { LlmsFile } from '../types/file.ts';
import type { Finding } from '../types/finding.ts';
import type { Explanation, LinksTried, PartId, QualityAssessment } from '../types/quality.ts';
import { followAdvice } from './advice.ts';
import { QUALITY_CONSTANTS, QUALITY_VERSION, type QualityConstants } from './constants.ts';
import { explainLimit, limitScore } from './limit.ts';
import { type Measurements, measure } from './measure.ts';
import { explainCoverage, scoreCoverage } from './parts/coverage.ts';
import { explainDescriptions, scoreDescriptions } from './parts/descriptions.ts';
import { costOfWorst, explainForm } from './parts/form.ts';
import { explainGrouping, scoreGrouping } from './parts/grouping.ts';
import { countLinks, explainHealth, scoreHealth } from './parts/health.ts';
import { explainOrientation, scoreOrientation } from './parts/orientation.ts';
import { explainSize, scoreSize } from './parts/size.ts';

/**
 * Scores how well an agent new to the site finds the right page with this file. Validity does not count. `linkChecks` are
 * results of requested links. Without `linkChecks`, health depends on the text only. `links` are the counts of an earlier
 * check.
 */
export function assessQuality(
  file: LlmsFile,
  findings: readonly Finding[],
  linkChecks: readonly LinkCheck[] = [],
  links: LinksTried = countLinks(linkChecks),
): QualityAssessment {
  const measured = measure(file, findings, linkChecks, links);
  const scores = scoreParts(measured, QUALITY_CONSTANTS);
  const explanations = explainParts(measured, findings);
  const sum = weigh(scores, QUALITY_CONSTANTS);
  const limit = explainLimit(sum, measured, QUALITY_CONSTANTS);
  const now = limitScore(sum, measured, QUALITY_CONSTANTS);
  const worst = costOfWorst(findings);
  const computeGain = (id: PartId) => scoreQuality(followAdvice(id, measured, worst), QUALITY_CONSTANTS) - now;
  return {
    version: QUALITY_VERSION,
    score: Math.round(now),
    parts: PART_IDS.map((id) => ({
      id,
      score: Math.round(100 * scores[id]),
      weight: QUALITY_CONSTANTS.weights[id],
      ...advise(explanations[id], scores[id] >= GOOD || isTooLargeFor(id, measured) ? 0 : computeGain(id)),
    })),
    limit,
    links,
  };
}

/** Adds the gain of advice in points, and leaves out advice that gains almost nothing. */
function advise(explanation: Explanation, gain: number) {
  const { raise, lines } = explanation;
  if (raise === null || gain < MIN_GAIN) return { ...explanation, raise: null, gain: 0, lines: [] };
  return { ...explanation, gain: Math.round(gain), lines };
}

/** Computes the unrounded score with any constants. */
export function scoreQuality(measured: Measurements, constants: QualityConstants): number {
  return limitScore(weigh(scoreParts(measured, constants), constants), measured, constants);
}

/** Score (0–1) from which a part needs no advice. */
const GOOD = 0.95;
/** Fewest points that advice must add. Limits reduce the gain. */
const MIN_GAIN = 0.5;
const PART_IDS: readonly PartId[] = ['orientation', 'coverage', 'descriptions', 'grouping', 'size', 'health', 'form'];

type PartScores = Readonly<Record<PartId, number>>;

/** Returns the score of each part, 0–1. */
function scoreParts(measured: Measurements, constants: QualityConstants): PartScores {
  return {
    orientation: scoreOrientation(measured.orientation, constants.orientation),
    coverage: scoreCoverage(measured.coverage, constants.coverage),
    descriptions: scoreDescriptions(measured.descriptions, constants.descriptions),
    grouping: scoreGrouping(measured.grouping, constants.grouping),
    size: scoreSize(measured.size, constants.size),
    health: scoreHealth(measured.health, constants.health),
    form: measured.form,
  };
}

function weigh(scores: PartScores, { weights }: QualityConstants): number {
  return PART_IDS.reduce((sum, id) => sum + weights[id] * scores[id], 0);
}

/** Reports whether the advice of a part adds text to a file that should first become shorter. */
function isTooLargeFor(id: PartId, { size }: Measurements): boolean {
  return (id === 'coverage' || id === 'descriptions') && size.bytes > QUALITY_CONSTANTS.limits.readableSize;
}

function explainParts(measured: Measurements, findings: readonly Finding[]): Readonly<Record<PartId, Explanation>> {
  return {
    orientation: explainOrientation(measured.orientation),
    coverage: explainCoverage(measured.coverage),
    descriptions: explainDescriptions(measured.descriptions),
    grouping: explainGrouping(measured.grouping, QUALITY_CONSTANTS.grouping),
    size: explainSize(measured.size, QUALITY_CONSTANTS),
    health: explainHealth(measured.health),
    form: explainForm(findings),
  };
}
