import { join } from 'node:path';
import type { BackgroundBuildSetup } from '../site/build/background-build.ts';
import type { Service } from '../site/service.ts';
import type { Env } from './env.ts';

/** Returns name and URL of the service for pages. */
export function toService({ SERVICE_NAME: name, BASE_URL: baseUrl, REPOSITORY: repository }: Env): Service {
  return { name, baseUrl, repository };
}

/** Returns the settings of a build of the site. */
export function buildSetup(env: Env): BackgroundBuildSetup {
  return {
    service: toService(env),
    outDir: join(env.DATA_DIR, 'site'),
    maxIndexedSites: env.MAX_INDEXED_SITES,
    profile: env.PUBLISH_PROFILE,
  };
}
