import { paths } from '../../../src/directory/urls.ts';
import { INTERFACE_VERSION } from '../api/openapi.ts';
import { type Answer, taggedAnswer } from '../pipeline/answer.ts';
import { DESCRIPTION_CACHE } from '../pipeline/caching.ts';
import { JSON_TYPE } from '../pipeline/media-types.ts';

interface Service {
  readonly baseUrl: string;
  readonly serviceName: string;
}

const DESCRIPTION = 'Find websites that publish an llms.txt, read and check their files, and resolve pages to them.';
const REGISTRY_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** Lists the API and the MCP server with their descriptions (RFC 9727). */
export function answerApiCatalog(baseUrl: string): Answer {
  const at = (path: string) => `${baseUrl}${path}`;
  const linkset = [
    {
      anchor: at('/v1'),
      'service-desc': [{ href: at(paths.openapi), type: 'application/json' }],
      'service-doc': [{ href: at(paths.doc('api')), type: 'text/html' }],
      status: [{ href: at('/healthz'), type: 'text/plain' }],
    },
    {
      anchor: at(paths.mcp),
      'service-desc': [{ href: at(paths.mcpCard), type: 'application/json' }],
      'service-doc': [{ href: at(paths.doc('mcp')), type: 'text/html' }],
    },
  ];
  return json({ linkset }, 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
}

/** Describes the MCP server to clients before they connect. */
export function answerMcpCard(service: Service): Answer {
  return json(describeServer(service, `${service.baseUrl}${paths.doc('mcp')}`));
}

/** Returns the `server.json` with which an operator publishes the server in the MCP Registry. */
export function answerServerJson(service: Service): Answer {
  return json({ $schema: REGISTRY_SCHEMA, ...describeServer(service, service.baseUrl) });
}

function describeServer({ baseUrl, serviceName }: Service, websiteUrl: string) {
  return {
    name: registryName(baseUrl),
    title: serviceName,
    description: DESCRIPTION,
    version: INTERFACE_VERSION,
    websiteUrl,
    remotes: [{ type: 'streamable-http', url: `${baseUrl}${paths.mcp}` }],
  };
}

/** Reverses the host, as the registry proves names by DNS: `com.example/llms-txt-directory`. */
function registryName(baseUrl: string): string {
  return `${new URL(baseUrl).hostname.split('.').toReversed().join('.')}/llms-txt-directory`;
}

function json(value: object, type: string = JSON_TYPE): Answer {
  return taggedAnswer(`${JSON.stringify(value, null, 2)}\n`, type, DESCRIPTION_CACHE);
}
