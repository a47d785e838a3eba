/** Request of the samples. `%BASE_URL%` is the service's URL, and `$API_KEY` in the environment is the owner key. */
export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly accept: string | null;
  readonly needsKey: boolean;
  readonly body: unknown;
  /** True if the answer is text instead of JSON. */
  readonly answersText: boolean;
}

export const SAMPLE_LANGUAGES = ['sh', 'js', 'python'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

const BASE_URL = '%BASE_URL%';

/** Renders the request in a language, ready to paste and without packages. */
export function renderSample(language: SampleLanguage, request: SampleRequest): string {
  if (language === 'sh') return curl(request);
  return language === 'js' ? javaScript(request) : python(request);
}

function curl({ method, path, accept, needsKey, body }: SampleRequest): string {
  const parts = [
    'curl --fail-with-body',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(accept === null ? [] : [`-H 'Accept: ${accept}'`]),
    ...(needsKey ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`]),
    `'${BASE_URL}${path}'`,
  ];
  return parts.join(' ');
}

function javaScript({ method, path, accept, needsKey, body, answersText }: SampleRequest): string {
  const headers = [
    ...(accept === null ? [] : [`accept: '${accept}'`]),
    ...(needsKey ? ["authorization: 'Bearer ' + env.API_KEY"] : []),
    ...(body === undefined ? [] : [`'content-type': 'application/json'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
  ];
  const more = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return [
    ...(needsKey ? ["import { env } from 'node:process';"] : []),
    `const response = await fetch('${BASE_URL}${path}'${more});`,
    `console.log(response.status, await response.${answersText ? 'text' : 'json'}());`,
  ].join('\n');
}

function python({ method, path, accept, needsKey, body, answersText }: SampleRequest): string {
  const headers = [
    ...(accept === null ? [] : [`"Accept": "${accept}"`]),
    ...(needsKey ? ['"Authorization": f"Bearer {os.environ[\'API_KEY\']}"'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    `    "${BASE_URL}${path}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${JSON.stringify(body)}).encode(),`]),
  ];
  const needed = [
    ...(answersText && body === undefined ? [] : ['import json']),
    ...(needsKey ? ['import os'] : []),
    'import urllib.request',
  ];
  return [
    ...needed,
    '',
    `request = urllib.request.Request(\n${options.join('\n')}\n)`,
    'with urllib.request.urlopen(request) as response:',
    `    print(response.status, ${answersText ? 'response.read().decode()' : 'json.load(response)'})`,
  ].join('\n');
}
