import { describe, expect, it } from 'vitest';
import { decodeBody, diff, type LlmsDocument, parse } from '#llmstxt';
import { listCorpus } from '../../llmstxt/corpus.ts';
import { mulberry32 } from '../../mulberry32.ts';
import { applyChanges, structureOf } from './apply-changes.ts';
import { type Edit, editFile } from './edit-file.ts';

const textOf = (body: Uint8Array) => decodeBody(body).text;
const newer = new Map(listCorpus('llms').map(({ name, body }) => [name, textOf(body)]));
const older = listCorpus('llms-older')
  .map(({ name, body }) => ({ name, text: textOf(body) }))
  .flatMap(({ name, text }) => {
    // Try `www.`, because some sites moved there.
    const after = newer.get(name) ?? newer.get(name.replace('site__', 'site__www.'));
    return after === undefined ? [] : [{ name, text, after }];
  });
/** Most characters of a tested file. The few larger files would need most of the time. */
const MAX_CHARACTERS = 50_000;
const at = (text: string): LlmsDocument => parse(text, { url: 'https://site.example/llms.txt' });

describe.runIf(newer.size > 0)('comparison of two versions of a real file', () => {
  it.each(older)('yields the newer version from the older version: $name', ({ text, after }) => {
    const [was, is] = [at(text), at(after)];
    expect(applyChanges(was, diff(was, is))).toEqual(structureOf(is));
    expect(applyChanges(is, diff(is, was))).toEqual(structureOf(was));
  });

  it('ignores a byte-order mark, line ends and spaces', () => {
    for (const served of newer.values()) {
      if (served.length > MAX_CHARACTERS) continue;
      const text = served.replace(/^\uFEFF/, '');
      const document = at(text);
      const rewritten = [`\uFEFF${text.replace(/\r?\n/g, '\r\n')}`, `${text.replace(/(\S)[ \t]*\n/g, '$1 \n')}\n\n`];
      for (const other of rewritten) {
        expect(diff(document, at(textOf(new TextEncoder().encode(other))))).toEqual([]);
      }
    }
  });

  it('names the edit in at least 95 of 100 cases', () => {
    const random = mulberry32(20_261_123);
    const names = [...newer].filter(([, text]) => text.length < MAX_CHARACTERS).map(([name]) => name);
    const edits: Edit[] = [];
    for (let tries = 0; edits.length < 200 && tries < 20_000; tries += 1) {
      const text = newer.get(names[Math.floor(random() * names.length)] ?? '') ?? '';
      const edit = editFile(text, at(text), edits.length, random);
      if (edit !== null) edits.push(edit);
    }
    const outcomes = edits.map(({ kind, before, after, expected }) => ({
      kind,
      found: diff(at(before), at(after))
        .map((change) => JSON.stringify(change))
        .sort(),
      expected: expected.map((change) => JSON.stringify(change)).sort(),
    }));
    const wrong = outcomes.filter(({ found, expected }) => JSON.stringify(found) !== JSON.stringify(expected));
    for (const outcome of wrong.slice(0, 10)) console.log(JSON.stringify(outcome, null, 1).slice(0, 1_500));
    console.log(`${200 - wrong.length} of ${outcomes.length} edits are told as they were made`);
    expect(outcomes).toHaveLength(200);
    expect(wrong.length).toBeLessThanOrEqual(10);
  });
});
