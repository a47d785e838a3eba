import { CONFIG_NAME } from '../cli/config.ts';
import { RULES } from '../src/index.ts';

/** Creates the JSON Schema of the config for editors. The command has its own parser. */
export function configSchema() {
  const rules = RULES.map(({ id, title }) => [id, { $ref: '#/$defs/setting', description: title }] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: CONFIG_NAME,
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      rules: {
        description: 'Rules that are off or have another severity.',
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(rules),
      },
      paths: {
        description: 'Files and folders to check by default, relative to the folder of this file.',
        type: 'array',
        items: { type: 'string', pattern: '^(?!.*://)(?!-$).+$' },
      },
      directory: {
        description: 'Base URL of the directory for `lock` and `draft`.',
        anyOf: [{ type: 'string', pattern: '^https?://[^/\\s?#]+[^?#]*$' }, { type: 'null' }],
      },
    },
    $defs: { setting: { enum: ['off', 'error', 'warning', 'info'] } },
  };
}
