import type { PartId } from '../types/quality.ts';
import { QUALITY_CONSTANTS } from './constants.ts';
import type { Measurements } from './measure.ts';
import { ADDED_PAGES } from './parts/coverage.ts';
import { isUnsuitable } from './parts/grouping.ts';

/** Words and bytes of an introduction that an owner adds, and bytes of a page and of notes. */
const INTRODUCTION_WORDS = 20;
const INTRODUCTION_BYTES = 250;
const PAGE_BYTES = 100;
const NOTES_BYTES = 60;

/** Returns the measurements after an owner follows the advice of a part. `costOfWorst` is the cost of the worst rule. */
export function followAdvice(id: PartId, measured: Measurements, costOfWorst: number): Measurements {
  return { ...measured, ...changesBy(id, measured, costOfWorst) };
}

function changesBy(id: PartId, measured: Measurements, costOfWorst: number): Partial<Measurements> {
  const { orientation, coverage, descriptions, grouping, size, health, form, trust } = measured;
  const grown = (bytes: number) => ({ ...size, bytes: size.bytes + bytes });
  switch (id) {
    case 'orientation':
      return {
        orientation: { ...orientation, borneOut: orientation.borneOut + INTRODUCTION_WORDS },
        size: grown(INTRODUCTION_BYTES),
      };
    case 'coverage':
      return { ...withPages(measured), size: grown(ADDED_PAGES * PAGE_BYTES) };
    case 'descriptions': {
      const { pages, useful } = descriptions;
      return {
        descriptions: { ...descriptions, whole: pages, cutShort: 0, named: 0 },
        size: grown((pages - useful) * NOTES_BYTES),
      };
    }
    case 'grouping':
      return isUnsuitable(grouping, QUALITY_CONSTANTS.grouping)
        ? { grouping: { ...grouping, fit: 1 }, trust: { ...trust, sectionsFit: 1 } }
        : { grouping: { ...grouping, typical: QUALITY_CONSTANTS.grouping.most } };
    case 'size':
      return { size: { ...size, bytes: QUALITY_CONSTANTS.size.most } };
    case 'health':
      return {
        coverage: { ...coverage, pages: coverage.pages + health.unusable + health.repeatedAddress },
        health: { ...health, unusable: 0, repeatedName: 0, repeatedAddress: 0, dead: 0, redirecting: 0 },
        trust: { ...trust, emptyNames: new Set() },
      };
    case 'form':
      return { form: form + costOfWorst };
  }
}

/** Adds described pages under one heading. */
function withPages({ coverage, descriptions, grouping, health }: Measurements): Partial<Measurements> {
  const pages = grouping.pages + ADDED_PAGES;
  const logarithms = grouping.pages * Math.log(grouping.typical || 1) + ADDED_PAGES * Math.log(ADDED_PAGES);
  return {
    coverage: { ...coverage, pages: coverage.pages + ADDED_PAGES },
    descriptions: {
      ...descriptions,
      pages: descriptions.pages + ADDED_PAGES,
      whole: descriptions.whole + ADDED_PAGES,
    },
    grouping: { ...grouping, pages, typical: Math.exp(logarithms / pages) },
    health: { ...health, pages: health.pages + ADDED_PAGES },
  };
}
