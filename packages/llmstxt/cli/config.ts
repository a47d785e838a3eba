import { RULES, type RuleSettings } from '../src/index.ts';
import { InputError, isUrl } from './input.ts';
import { nearestName } from './nearest-name.ts';
import { isObject, parseJson } from './parse-json.ts';

export const CONFIG_NAME = 'llmstxt.config.json';

/** Content of an `llmstxt.config.json`. `config.schema.json` describes this type for editors. */
export interface Config {
  readonly rules: RuleSettings;
  /** Default inputs, relative to the file's folder. */
  readonly paths: readonly string[];
  /** Base URL of the directory for `lock` and `draft`, or null. */
  readonly directory: string | null;
}

export const NO_CONFIG: Config = { rules: {}, paths: [], directory: null };

const SETTINGS = ['off', 'error', 'warning', 'info'] as const;
const MEMBERS = ['$schema', 'rules', 'paths', 'directory'];
const RULE_IDS = RULES.map(({ id }) => id);

/** Parses a config. Throws an `InputError` with `path`, the configError member and its allowed values. */
export function parseConfig(text: string, path: string): Config {
  const configError = (message: string) => new InputError(`${path}: ${message}`);
  const value = parseJson(text, path);
  if (!isObject(value)) throw configError('is not a JSON object');
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw configError(`unknown member '${unknown}'${suggestion(unknown, MEMBERS)}`);
  return {
    rules: parseRules(value['rules'] ?? {}, configError),
    paths: parsePaths(value['paths'] ?? [], configError),
    directory: parseDirectory(value['directory'] ?? null, configError),
  };
}

type MakeError = (message: string) => InputError;

function parseRules(value: unknown, configError: MakeError): RuleSettings {
  if (!isObject(value)) throw configError("'rules' must be an object of rules and settings");
  const settings = Object.entries(value).map(([id, setting]) => {
    if (!RULE_IDS.includes(id)) throw configError(`unknown rule '${id}'${suggestion(id, RULE_IDS)}`);
    const settingName = SETTINGS.find((name) => name === setting);
    if (settingName === undefined) {
      throw configError(`rule '${id}' must be one of ${SETTINGS.join(', ')}, not ${JSON.stringify(setting)}`);
    }
    return [id, settingName] as const;
  });
  return Object.fromEntries(settings);
}

function parsePaths(value: unknown, configError: MakeError): readonly string[] {
  if (!Array.isArray(value)) throw configError("'paths' must be a list of files and folders");
  return value.map((path: unknown) => {
    if (typeof path !== 'string' || path === '' || path === '-' || path.includes('://')) {
      throw configError(`'paths' must contain files and folders, not ${JSON.stringify(path)}`);
    }
    return path;
  });
}

function parseDirectory(value: unknown, configError: MakeError): string | null {
  if (value === null) return null;
  if (typeof value !== 'string' || !isBaseUrl(value)) {
    throw configError(`'directory' must be the https URL of a directory, not ${JSON.stringify(value)}`);
  }
  return value;
}

/** Reports whether a text is the base URL of a directory. A query or fragment would swallow the paths that follow the URL. */
export function isBaseUrl(text: string): boolean {
  return isUrl(text) && URL.canParse(text) && !/[?#]/.test(text);
}

function suggestion(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === null ? '' : ` (did you mean '${near}'?)`;
}
