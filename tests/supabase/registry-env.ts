/** Returns the registry settings of npm, with the cache of `npm ci`. */
export function registryEnv(): Record<string, string> {
  const names = ['npm_config_cache', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY'];
  const set = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(set), npm_config_prefer_offline: 'true' };
}
