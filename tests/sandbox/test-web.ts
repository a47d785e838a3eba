import { join } from 'node:path';
import { readSampleWeb, SAMPLE_WEB } from '../../src/sandbox/sample-web.ts';

/** Sites of the sample, and of odd, broken or hostile kinds. */
export const TEST_WEB_FOLDERS = [SAMPLE_WEB, join(import.meta.dirname, 'web')];

export const readTestWeb = () => readSampleWeb({ folders: TEST_WEB_FOLDERS });
