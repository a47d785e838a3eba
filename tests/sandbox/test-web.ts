import { join } from 'node:path';
import { readSampleWeb, SAMPLE_WEB } from '../../src/sandbox/sample-web.ts';

/** Folders of sites: the sample, and odd, broken or hostile sites. */
export const TEST_WEB_FOLDERS = [SAMPLE_WEB, join(import.meta.dirname, 'web')];

export const readTestWeb = () => readSampleWeb({ folders: TEST_WEB_FOLDERS });
