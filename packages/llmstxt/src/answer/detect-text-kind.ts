import type { DetectedBody } from '../types/lint.ts';

/** Characters that determine the kind. */
const MAX_HEAD = 16_384;
/** Share of invalid or control characters above which a text is binary or in an unknown encoding. */
const MAX_DAMAGE = 0.2;

const DAMAGE = /[\0-\x08\x0B\x0E-\x1F\uFFFD]/g;

const LLMS: DetectedBody = { kind: 'llms', looksLike: null };
const WEB_PAGE: DetectedBody = { kind: 'html', looksLike: 'a web page' };
const otherFormat = (looksLike: string): DetectedBody => ({ kind: 'other-format', looksLike });

/**
 * Detects the kind of a text, before the rules. In doubt, returns the kind of an llms.txt.
 * @param judgePage describes a web page, given its first lines and its whole text
 */
export function detectTextKind(
  text: string,
  judgePage: (head: string, html: string) => DetectedBody = () => WEB_PAGE,
): DetectedBody {
  const head = text.slice(0, MAX_HEAD).replace(/^[\uFEFF\s\u200B]+/, '');
  if (head === '' && text.length <= MAX_HEAD) return { kind: 'empty', looksLike: 'an empty file' };
  return (
    detectBinary(head) ??
    (isPage(head) ? judgePage(head, text) : null) ??
    detectJson(head, text) ??
    detectXml(head) ??
    detectLineFormat(head) ??
    detectAgentNotes(head, text) ??
    LLMS
  );
}

function detectBinary(head: string): DetectedBody | null {
  if (/^(?:%PDF-|PK\x03\x04|\x1f\uFFFD|GIF8|\uFFFDPNG)/.test(head))
    return { kind: 'not-text', looksLike: 'a binary file' };
  const damaged = head.match(DAMAGE)?.length ?? 0;
  if (damaged <= head.length * MAX_DAMAGE) return null;
  return { kind: 'not-text', looksLike: 'binary data or text in an unknown encoding' };
}

const PAGE_START = /^<(?:!doctype\s+html|html|head|body|frameset)[\s>/]/i;
const PAGE_SIGN =
  /^<(?:meta|title|style|link|noscript|base|iframe)[\s>/]|<(?:\/html|\/body|\/head|html[\s>]|body[\s>]|head>|script[\s>])/i;
const HEADING = /^#{1,2}\s/m;

function isPage(head: string): boolean {
  const start = head.replace(/^(?:<!--[\s\S]{0,2000}?-->\s*|<\?xml[^>]{0,200}>\s*){1,5}/, '');
  return PAGE_START.test(start) || (start.startsWith('<') && PAGE_SIGN.test(start) && !HEADING.test(start));
}

function detectJson(head: string, text: string): DetectedBody | null {
  // JSON above a title with links is front matter.
  if (!/^[{[]\s*["{[\]}]/.test(head) || (HEADING.test(head) && head.includes(']('))) return null;
  const opened = /^(?:\{\s*"(?:[^"\\\n]|\\.){0,200}"\s*:|\[\s*\{\s*")/.test(head);
  return opened || (endsAsJson(text) && parsesAsJson(text)) ? otherFormat('JSON') : null;
}

/** Reports whether a text ends like JSON. JSON.parse would take memory for each opening bracket. */
function endsAsJson(text: string): boolean {
  return /[\]}]$/.test(text.trimEnd());
}

function parsesAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function detectXml(head: string): DetectedBody | null {
  return /^<(?:\?xml|rss|feed|urlset|sitemapindex|svg|Error)[\s>]/i.test(head) && !HEADING.test(head)
    ? otherFormat('XML')
    : null;
}

const ROBOTS = /^(?:user-agent|disallow|allow|crawl-delay|sitemap|host|clean-param|content-signal|request-rate)\s*:/i;
const REQUIREMENT = /^[A-Za-z0-9][\w.-]{0,80}(?:\[[\w,\s-]{0,80}\])?\s*(?:==|>=|<=|~=|!=|>|<)\s*\d/;
const MODEL =
  /^[-*\s]{0,4}(?:gpt|chatgpt|claude|gemini|gemma|llama|mistral|mixtral|deepseek|qwen|grok|phi|command|kimi|glm)\b/i;
const YAML = /^(?:\s{0,20}-\s+\S|\s{0,20}["']?[A-Za-z_][\w .-]{0,60}["']?\s?:(?:\s|$))/;
/** Matches the first line of YAML, but not the title of a text or an item. */
const YAML_START = /^(?!\s*[-*]\s)(?:---|.*:)/;
/** Matches a quote, an inline link, or another link in an item. Other formats have no such quotes and links. */
const MARKDOWN = /^>|\]\(|^\s*[-*+]\s.*(?:https?:|\]\[)/;

/** Detects formats that have similar lines. `#` starts a comment in such formats, so a heading alone proves nothing. */
function detectLineFormat(head: string): DetectedBody | null {
  const all = head.split(/\r\n|\n|\r/, 400).map((line) => line.slice(0, 400));
  const lines = all.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const hasHeading = all.some((line) => /^#{1,6}\s|^==/.test(line));
  if (lines.length === 0 || (hasHeading && lines.some((line) => MARKDOWN.test(line)))) return null;
  const isShare = (pattern: RegExp, share: number): boolean =>
    lines.filter((line) => pattern.test(line)).length >= share * lines.length;
  if (isShare(ROBOTS, 0.8)) return otherFormat('robots.txt');
  if (lines.length > 1 && isShare(REQUIREMENT, 0.6)) return otherFormat('a list of package requirements');
  if (hasHeading || /\]\(/.test(head)) return null;
  if (lines.length > 1 && isShare(MODEL, 0.6)) return otherFormat('a list of language models');
  if (lines.length > 2 && isShare(YAML, 0.9) && YAML_START.test(lines[0] ?? '')) return otherFormat('YAML');
  return null;
}

const NOTE_HEADINGS =
  /^##\s+(?:ownership|local contracts|work guidance|verification|child dox index|build (?:and test )?commands|code style|testing instructions|pr instructions|agent instructions)\s*$/gim;

/** Detects notes for coding agents (AGENTS.md), which have no links and the template's headings. */
function detectAgentNotes(head: string, text: string): DetectedBody | null {
  if (/\]\(|https?:\/\//.test(text)) return null;
  const noteHeadings = head.match(NOTE_HEADINGS)?.length ?? 0;
  return noteHeadings >= 3 ? otherFormat('notes for coding agents (AGENTS.md)') : null;
}
