import { join } from 'node:path';
import type { BackgroundBuildSetup } from '../site/build/background-build.ts';
import type { Env } from './env.ts';

/** Returns the settings of a build of the site. */
export function buildSetup(env: Env): BackgroundBuildSetup {
  return {
    baseUrl: env.BASE_URL,
    serviceName: env.SERVICE_NAME,
    repository: env.REPOSITORY,
    outDir: join(env.DATA_DIR, 'site'),
    maxIndexedSites: env.MAX_INDEXED_SITES,
    profile: env.PUBLISH_PROFILE,
  };
}
