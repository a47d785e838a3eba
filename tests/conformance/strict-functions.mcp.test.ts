import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../functions/mcp/tool.ts';
import { listenLocally } from '../listen-locally.ts';
import { cachedPackages } from './cached-packages.ts';

/** SDKs, which are not in the lock, because they exceed 100 MB and only their schema conversion is used. */
const SDKS = ['openai@7.57.0', '@anthropic-ai/sdk@1.14.0', '@google/genai@2.32.0'];

const SCHEMAS = TOOLS.map(({ listing }) => [listing.name, listing.inputSchema] as const);

describe('strict function calling', () => {
  let sdk = createRequire(import.meta.url);
  beforeAll(() => {
    sdk = createRequire(join(cachedPackages(...SDKS), 'sdk.js'));
  });

  it.each(SCHEMAS)('converts %s for OpenAI with every argument required', (_name, schema) => {
    const strict = sdk('openai/lib/transform').toStrictJsonSchema(schema);
    expect(strict.required).toEqual(Object.keys(strict.properties));
    expect(strict.additionalProperties).toBe(false);
  });

  it.each(SCHEMAS)('converts %s for Anthropic and keeps every argument', (_name, schema) => {
    const strict = sdk('@anthropic-ai/sdk/lib/transform-json-schema').transformJSONSchema(schema);
    expect(Object.keys(strict.properties)).toEqual(Object.keys(Object(schema['properties'])));
    expect(strict.additionalProperties).toBe(false);
  });

  it('sends all tools to Gemini in its OpenAPI subset', async () => {
    const functionDeclarations = TOOLS.map(({ listing: { name, description, inputSchema } }) => {
      // Copy the input, because the conversion changes it.
      return { name, description, parameters: structuredClone(inputSchema) };
    });
    const sent = await sentToGemini({ tools: [{ functionDeclarations }] });
    const declared = sent.tools[0].functionDeclarations;
    expect(declared).toHaveLength(TOOLS.length);
    const { page, verified } = declared[0].parameters.properties;
    expect(page).toEqual({ type: 'INTEGER', nullable: true, minimum: 1 });
    expect(verified).toEqual({ type: 'BOOLEAN', nullable: true });
    expect(JSON.stringify(declared)).not.toMatch(/"NULL"|TYPE_UNSPECIFIED|"additionalProperties"|"default"|"examples"/);
  });

  /** Returns the body that the SDK sends for these options. */
  async function sentToGemini(config: object) {
    let body = '';
    const server = createServer((request, response) => {
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
    });
    const { url, close } = await listenLocally(server);
    const { GoogleGenAI } = sdk('@google/genai');
    const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } });
    try {
      await client.models.generateContent({ model: 'any', contents: 'any', config });
    } finally {
      await close();
    }
    return JSON.parse(body);
  }
});
