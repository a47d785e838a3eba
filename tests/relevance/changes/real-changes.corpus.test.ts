import { describe, expect, it } from 'vitest';
import { decodeBody, diff, type LlmsDocument, parse } from '#llmstxt';
import { listCorpus } from '../../llmstxt/corpus.ts';
import { applyChanges, readStructure } from './apply-changes.ts';

const toText = (body: Uint8Array) => decodeBody(body).text;
const newer = new Map(listCorpus('llms').map(({ name, body }) => [name, toText(body)]));
const older = listCorpus('llms-older')
  .map(({ name, body }) => ({ name, text: toText(body) }))
  .flatMap(({ name, text }) => {
    // Try `www.`, because some sites moved there.
    const after = newer.get(name) ?? newer.get(name.replace('site__', 'site__www.'));
    return after === undefined ? [] : [{ name, text, after }];
  });
/** Most characters of a tested file. The few larger files would need most of the time. */
const MAX_CHARACTERS = 20_000;
const at = (text: string): LlmsDocument => parse(text, { url: 'https://site.example/llms.txt' });

describe.runIf(newer.size > 0)('comparison of two versions of a real file', () => {
  it.each(older)('yields the newer version from the older version: $name', ({ text, after }) => {
    const [was, is] = [at(text), at(after)];
    expect(applyChanges(was, diff(was, is))).toEqual(readStructure(is));
    expect(applyChanges(is, diff(is, was))).toEqual(readStructure(was));
  });

  it('ignores a byte-order mark, line ends and spaces', () => {
    for (const served of newer.values()) {
      if (served.length > MAX_CHARACTERS) continue;
      const text = served.replace(/^\uFEFF/, '');
      const document = at(text);
      const rewritten = [`\uFEFF${text.replace(/\r?\n/g, '\r\n')}`, `${text.replace(/(\S)[ \t]*\n/g, '$1 \n')}\n\n`];
      for (const other of rewritten) {
        expect(diff(document, at(toText(new TextEncoder().encode(other))))).toEqual([]);
      }
    }
  });
});
