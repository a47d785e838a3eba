import { beforeAll, describe, expect, it } from 'vitest';
import { QUALITY_CONSTANTS } from '#llmstxt';
import measured from '../../../src/content/ruler/measured.json' with { type: 'json' };
import { readDocs } from '../../../src/site/build/read-docs.ts';
import { escapeXml } from '../../../src/site/content/format/xml.ts';
import { fillDoc } from '../../../src/site/content/views/docs/doc.ts';
import { renderDocMarkdown } from '../../../src/site/content/views/docs/docs-view.ts';
import { editName } from '../../../src/site/content/views/docs/measured-facts.ts';

const facts = { baseUrl: 'https://directory.example', example: 'site.example' };

describe('the document on scoring', () => {
  let source = '';
  let text = '';

  beforeAll(async () => {
    const doc = (await readDocs()).find(({ name }) => name === 'scoring');
    if (doc === undefined) throw new Error('there is no document on scoring');
    source = doc.markdown;
    text = renderDocMarkdown(doc, facts);
  });

  it('leaves no placeholder open', () => {
    expect(text).not.toMatch(/%[A-Za-z_]+(?:\.[A-Za-z_-]+)*%/);
  });

  it('takes every weight of quality from the code', () => {
    for (const part of Object.keys(QUALITY_CONSTANTS.weights)) expect(source).toContain(`%quality.weights.${part}%`);
    expect(text).toContain(`| Descriptions | ${QUALITY_CONSTANTS.weights.descriptions}% |`);
  });

  it('names each kind of edit that moves the score as expected less often than 9 times in 10', () => {
    const known = [...source.matchAll(/%edit\.([a-z-]+)%/g)].map(([, name]) => name);
    const blind = measured.agreement.edits.filter(({ as_expected, pairs }) => as_expected < 0.9 * pairs);
    expect(known.toSorted()).toEqual(blind.map(({ kind }) => editName(kind)).toSorted());
  });

  it('escapes HTML, and keeps other percent signs', () => {
    expect(fillDoc('<pre>%example.described.text%</pre>', facts, escapeXml)).toContain('&gt; Bicycle rental');
    expect(fillDoc('40 % of 60 %, %2F%', facts)).toBe('40 % of 60 %, %2F%');
  });
});
