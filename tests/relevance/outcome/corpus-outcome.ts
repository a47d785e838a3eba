import { lint, QUALITY_VERSION, RULESET_VERSION } from '#llmstxt';
import { listCorpus } from '../../llmstxt/corpus.ts';
import { toSiteUrl } from '../quality/ruler/judged-set.ts';

export interface FileOutcome {
  readonly file: string;
  readonly kind: string;
  readonly valid: boolean;
  readonly quality: number;
  /** Ids of broken rules, in the order of the rules. */
  readonly rules: readonly string[];
}

export interface Flip {
  readonly file: string;
  readonly before: FileOutcome | null;
  readonly after: FileOutcome | null;
  /** Rules whose result changed. */
  readonly rules: readonly string[];
}

const FOLDERS = ['llms', 'not-llms', 'responses'] as const;
const HEAD = 'file\tkind\tvalid\tquality\trules';

/** Judges every file of the corpus by its text. Returns nothing without the corpus. */
export function judgeCorpus(): readonly FileOutcome[] {
  return FOLDERS.flatMap((folder) =>
    listCorpus(folder).map(({ name, body }) => {
      const { kind, valid, quality, findings } = lint({ body, url: toSiteUrl(name) });
      return { file: `${folder}/${name}`, kind, valid, quality, rules: [...new Set(findings.map(({ id }) => id))] };
    }),
  );
}

export function formatOutcome(outcome: readonly FileOutcome[]): string {
  const rows = outcome.map(({ file, kind, valid, quality, rules }) =>
    [file, kind, valid ? 'valid' : 'invalid', quality, rules.join(' ')].join('\t'),
  );
  return `${[`# rules ${RULESET_VERSION}, quality version ${QUALITY_VERSION}`, HEAD, ...rows].join('\n')}\n`;
}

export function parseOutcome(text: string): readonly FileOutcome[] {
  return text
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((row) => {
      const [file = '', kind = '', valid = '', quality = '', rules = ''] = row.split('\t');
      return {
        file,
        kind,
        valid: valid === 'valid',
        quality: Number(quality),
        rules: rules.split(' ').filter(Boolean),
      };
    });
}

/** Compares outcomes. Returns files with a changed kind, validity, quality or broken rules, sorted by name. */
export function compareOutcomes(before: readonly FileOutcome[], after: readonly FileOutcome[]): readonly Flip[] {
  const old = new Map(before.map((outcome) => [outcome.file, outcome]));
  const now = new Map(after.map((outcome) => [outcome.file, outcome]));
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((file) => {
    const [was = null, is = null] = [old.get(file), now.get(file)];
    if (was !== null && is !== null && isSame(was, is)) return [];
    const [wasBroken, isBroken] = [was?.rules ?? [], is?.rules ?? []];
    const rules = [
      ...wasBroken.filter((id) => !isBroken.includes(id)),
      ...isBroken.filter((id) => !wasBroken.includes(id)),
    ].sort();
    return [{ file, before: was, after: is, rules }];
  });
}

function isSame(a: FileOutcome, b: FileOutcome): boolean {
  return a.kind === b.kind && a.valid === b.valid && a.quality === b.quality && a.rules.join(' ') === b.rules.join(' ');
}

/** Returns flips without an explanation in the list. A line names a file, or each changed rule (`rule:<id>`). */
export function listUnexplained(flips: readonly Flip[], explained: ReadonlySet<string>): readonly Flip[] {
  return flips.filter(
    ({ file, rules }) =>
      !explained.has(file) && !(rules.length > 0 && rules.every((id) => explained.has(`rule:${id}`))),
  );
}

export function describeFlip({ file, before, after, rules }: Flip): string {
  const inWords = (outcome: FileOutcome | null) =>
    outcome === null ? 'not there' : `${outcome.kind} ${outcome.valid ? 'valid' : 'invalid'} ${outcome.quality}`;
  return `${file}: ${inWords(before)} → ${inWords(after)}${rules.length > 0 ? ` (${rules.join(', ')})` : ''}`;
}
