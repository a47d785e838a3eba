import { FILE_CACHES, PRIVATE_PATH, STATIC_RULES } from '../functions/edge/static-rules.ts';
import { createGuardFields } from '../functions/http/pipeline/guard-fields.ts';
import { extensions, findContentType } from '../src/site/build/content-type.ts';
import { FEED_TYPES } from '../src/site/feed-types.ts';

/** Caddy sends this field only over TLS. */
const guardFields = createGuardFields('http://directory.example');
const { 'strict-transport-security': HSTS } = createGuardFields('https://directory.example')(200, '');

/**
 * Renders the router as a Caddyfile. Files have the same fields as from the Node host, and other requests are
 * proxied.
 */
export function renderCaddyfile(): string {
  const { methods, otherFields, target, live, file, site, acceptsPage, acceptsOther } = STATIC_RULES;
  const address = (rule: string) => `{http.request.orig_uri}.matches(r'${rule}')`;
  const accept = (rule: string) => `{http.request.header.Accept}.matches(r'${rule}')`;
  const hasOneForm = `${address(file)} && !${address(site)}`;
  const isHtml = `${accept(acceptsPage)} && !${accept(acceptsOther)}`;
  return `# Made by \`npx node .ci/make-caddyfile.ts\` from functions/edge/static-rules.ts. Reads BASE_URL, SITE_DIR and SERVER.
{$BASE_URL} {
	root * {$SITE_DIR:/srv/directory/.data/site}
	header -Server
	respond ${PRIVATE_PATH} 404

	@static {
		method ${methods.join(' ')}
${otherFields.map((name) => `\t\tnot header ${name} *\n`).join('')}		expression \`${address(target)} && !${address(live)} && ((${hasOneForm}) || (${isHtml}))\`
		file {path} {path}.html {path}index.html
	}
	route @static {
		encode gzip
		request_header If-Match "-gzip\\"" "\\""
		rewrite * {http.matchers.file.relative}
${[...mapLines(), ...fieldLines()].map((line) => `\t\t${line}\n`).join('')}		file_server
	}

	reverse_proxy {$SERVER:127.0.0.1:4321} {
		transport http {
			compression off
		}
	}
}
`;
}

const EXTENSIONS = ['html', ...extensions()];

function mapLines(): string[] {
  const ends = [...Object.keys(FEED_TYPES), ...EXTENSIONS.map((extension) => `.${extension}`)];
  const types = ends.map((end) => `\t~${end.replace('.', '\\.')}$ "${findContentType(end)}"`);
  const caches = FILE_CACHES.map(([paths, value]) => `\t~${paths.source.replaceAll('\\/', '/')} "${value}"`);
  return ['map {path} {type} {', ...types, '}', 'map {path} {cache} {', ...caches, '}'];
}

function fieldLines(): string[] {
  const groups = new Map<string, string[]>();
  for (const extension of EXTENSIONS) {
    const fields = guardFields(200, findContentType(`.${extension}`) ?? '');
    const lines = Object.entries(fields).map(([name, value]) => `\t${name} ${JSON.stringify(value)}`);
    groups.set(lines.join('\n'), [...(groups.get(lines.join('\n')) ?? []), `*.${extension}`]);
  }
  const guards = [...groups].flatMap(([lines, paths], at) => [
    `@guard${at} path ${paths.join(' ')}`,
    `header @guard${at} {`,
    ...lines.split('\n'),
    '}',
  ]);
  return [
    'header Content-Type {type}',
    'header Cache-Control {cache}',
    // The answer may be 412.
    '@expects header If-Match *',
    'header @expects Cache-Control no-store',
    '@page path *.html *.md',
    'header @page Vary Accept',
    ...guards,
    '@tls protocol https',
    `header @tls Strict-Transport-Security "${HSTS}"`,
  ];
}
