import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TOOLS } from '../../functions/mcp/tool.ts';
import { CATALOG } from '../../src/operations/catalog.ts';

const DOC = '../../src/content/docs/mcp.md';
const HEAD = '| Tool | Arguments | Effect |\n| --- | --- | --- |\n';

it('matches the table of tools (update: `npx vitest run tests/surface/mcp-doc.test.ts -u`)', async () => {
  const text = readFileSync(join(import.meta.dirname, DOC), 'utf8');
  const [before = '', rest = ''] = text.split(HEAD);
  const end = rest.indexOf('\n\n');
  const written = new Map(rest.slice(0, end).split('\n').map(readRow));
  const rows = TOOLS.map(({ listing: { name, inputSchema } }) => {
    const summary = CATALOG.find(({ tool }) => tool?.name === name)?.summary;
    return `| \`${name}\` | ${listArguments(inputSchema)} | ${written.get(name) ?? summary} |`;
  });
  await expect(`${before}${HEAD}${rows.join('\n')}${rest.slice(end)}`).toMatchFileSnapshot(DOC);
});

/** Reads a row. The last column is written by hand. */
function readRow(row: string): [name: string, text: string] {
  const [name = '', , text = ''] = row.replace(/^\| | \|$/g, '').split(' | ');
  return [name.replaceAll('`', ''), text];
}

function listArguments(schema: object): string {
  const { properties, required } = JSON.parse(JSON.stringify(schema));
  const quote = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return [quote(required), optional.length > 0 ? `optional ${quote(optional)}` : ''].filter(Boolean).join('; ');
}
