import type { SiteSummary } from '../../directory/detail.ts';
import { escapeXml } from './format/xml.ts';

export const BADGE_STATES = ['verified', 'valid', 'pending', 'invalid', 'unreachable', 'not listed'] as const;
export type BadgeState = (typeof BADGE_STATES)[number];

export const BADGE_STYLES = ['flat', 'flat-square', 'for-the-badge'] as const;
export type BadgeStyle = (typeof BADGE_STYLES)[number];

/** Background colors, on which white text has a contrast of at least 4.5 (WCAG 1.4.3). */
const COLORS: Readonly<Record<BadgeState, string>> = {
  verified: '#0b6b5b',
  valid: '#2b7334',
  pending: '#80600b',
  invalid: '#b3261e',
  unreachable: '#5b6470',
  'not listed': '#5b6470',
};
const LABEL_COLOR = '#3d444d';
const LABEL = 'llms.txt';
/** Longest message. Longer messages are cut. */
const MAX_TEXT_CHARACTERS = 40;
/** Longest label, enough for a domain name. */
const MAX_TITLE_CHARACTERS = 300;

const SHAPES = {
  flat: { height: 20, radius: 3, fontSize: 11, spacing: 0, padding: 6, upper: false },
  'flat-square': { height: 20, radius: 0, fontSize: 11, spacing: 0, padding: 6, upper: false },
  'for-the-badge': { height: 28, radius: 4, fontSize: 10, spacing: 1.2, padding: 11, upper: true },
} as const satisfies Record<BadgeStyle, object>;
type Shape = (typeof SHAPES)[BadgeStyle];

export interface BadgeData {
  readonly state: BadgeState;
  /** Null without a score, or if the domain is not listed. */
  readonly score: { readonly authority: number; readonly version: number } | null;
}

/** Returns the badge data of a domain. Returns null for an unknown or rejected domain. */
export function toBadgeData(detail: Pick<SiteSummary, 'facts' | 'score_version'> | null): BadgeData {
  if (detail === null || detail.facts.tier === 'rejected') return { state: 'not listed', score: null };
  const { facts, score_version } = detail;
  const { status, verified, authority } = facts;
  return {
    state: status === 'valid' && verified ? 'verified' : status,
    score: authority === null || score_version === null ? null : { authority, version: score_version },
  };
}

/** Returns the height in CSS pixels, so that a page can reserve space. */
export function badgeHeight(style: BadgeStyle): number {
  return SHAPES[style].height;
}

export function parseBadgeStyle(style: string | null): BadgeStyle | null {
  return BADGE_STYLES.find((known) => known === style) ?? null;
}

/** Renders the badge of `domain` as SVG with a title for screen readers. The title contains the score. */
export function renderBadge(domain: string, { state, score }: BadgeData, style: BadgeStyle = 'flat'): string {
  const authority = score === null ? '' : `, authority ${score.authority} of 100 (version ${score.version})`;
  return drawBadge({
    title: `${domain}: llms.txt ${state}${authority}`,
    label: LABEL,
    message: state,
    color: COLORS[state],
    style,
  });
}

export interface BadgeDrawing {
  readonly title: string;
  readonly label: string;
  readonly message: string;
  readonly color: string;
  readonly style: BadgeStyle;
}

export function drawBadge({ title, label, message, color, style }: BadgeDrawing): string {
  const shape = SHAPES[style];
  const left = part(label, shape);
  const right = part(message, shape);
  const width = left.width + right.width;
  const { height, radius, fontSize } = shape;
  const baseline = height / 2 + fontSize * 0.36;
  const text = (of: Part, x: number) =>
    `<text x="${round(x + of.width / 2)}" y="${round(baseline)}" textLength="${of.textWidth}"${shape.upper ? ' font-weight="600"' : ''}>${escapeXml(of.text)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(clean(title, MAX_TITLE_CHARACTERS))}">` +
    `<title>${escapeXml(clean(title, MAX_TITLE_CHARACTERS))}</title>` +
    `<clipPath id="r"><rect width="${width}" height="${height}" rx="${radius}"/></clipPath>` +
    `<g clip-path="url(#r)"><rect width="${left.width}" height="${height}" fill="${LABEL_COLOR}"/><rect x="${left.width}" width="${right.width}" height="${height}" fill="${escapeXml(color)}"/></g>` +
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${fontSize}">${text(left, 0)}${text(right, left.width)}</g>` +
    '</svg>\n'
  );
}

type Part = ReturnType<typeof part>;

function part(raw: string, shape: Shape) {
  const text = shape.upper ? clean(raw, MAX_TEXT_CHARACTERS).toUpperCase() : clean(raw, MAX_TEXT_CHARACTERS);
  const textWidth = Math.round(textUnits(text) * shape.fontSize + [...text].length * shape.spacing);
  return { text, textWidth, width: textWidth + 2 * shape.padding };
}

/** Converts to one line without control characters or direction marks, cut to `limit` characters. */
function clean(text: string, limit: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  const shortened = characters.length > limit ? [...characters.slice(0, limit - 1), '…'] : characters;
  // Remove stacked marks, because they would cover the page around the badge.
  return shortened.join('').replace(/(\p{M}{2})\p{M}+/gu, '$1');
}

/** Estimates the width in ems from Verdana's advance widths. `textLength` corrects the width for other fonts. */
function textUnits(text: string): number {
  let units = 0;
  for (const character of text) {
    if (/[ijl.,:;'|! ]/.test(character)) units += 0.34;
    else if (/[frtI()[\]/-]/.test(character)) units += 0.43;
    else if (/[mwMW@%]/.test(character)) units += 0.96;
    else if (/[A-Z]/.test(character)) units += 0.7;
    else if (/[\u1100-\u9fff\uac00-\ud7af\uff00-\uff60]|[^\u0000-\uffff]/u.test(character)) units += 1;
    else if (!/\p{M}/u.test(character)) units += 0.61;
  }
  return units;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
