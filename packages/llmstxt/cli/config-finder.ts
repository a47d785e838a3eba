import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_NAME, type Config, NO_CONFIG, parseConfig } from './config.ts';
import { formatReason, type Input, InputError } from './input.ts';

export interface FoundConfig {
  readonly config: Config;
  readonly path: string | null;
}

/** Finds the config of each input: the nearest `llmstxt.config.json` upwards. Reads each folder once. */
export class ConfigFinder {
  readonly #cwd: string;
  readonly #named: string | null;
  readonly #found = new Map<string, Promise<FoundConfig>>();

  /** @param named config for all inputs, or null to search */
  constructor(cwd: string, named: string | null) {
    this.#cwd = cwd;
    this.#named = named;
  }

  /** For a URL and standard input, returns the config of the working folder. Rejects with an `InputError` for a wrong config. */
  async ofInput(input: Input): Promise<Config> {
    const folder = input.kind === 'file' ? dirname(resolve(this.#cwd, input.name)) : this.#cwd;
    return (await this.ofFolder(folder)).config;
  }

  ofFolder(folder: string): Promise<FoundConfig> {
    const key = this.#named ?? folder;
    const cached = this.#found.get(key);
    if (cached !== undefined) return cached;
    const config = this.#named === null ? this.#search(folder) : readNamed(resolve(this.#cwd, this.#named));
    this.#found.set(key, config);
    return config;
  }

  /** Returns the directory with rule pages, or null. A wrong config is reported for its files. */
  async rulesDirectory(): Promise<string | null> {
    try {
      return (await this.ofFolder(this.#cwd)).config.directory;
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  async #search(folder: string): Promise<FoundConfig> {
    const path = join(folder, CONFIG_NAME);
    const text = await readIfThere(path);
    if (text !== null) return { config: parseConfig(text, path), path };
    const above = dirname(folder);
    return above === folder ? { config: NO_CONFIG, path: null } : this.ofFolder(above);
  }
}

async function readNamed(path: string): Promise<FoundConfig> {
  const text = await readIfThere(path);
  if (text === null) throw new InputError(`${path}: no such file or folder`);
  return { config: parseConfig(text, path), path };
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw new InputError(`${path}: ${formatReason(error)}`);
  }
}
