import type { TestProject } from 'vitest/node';
import { unpackBrowser } from './launch-browser.ts';
import { startSample } from './start-sample.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the service. */
    baseUrl: string;
    /** URL that accepts files for the sample web. */
    editorUrl: string;
  }
}

/** Starts the service for all tests. Unpacks the browser here, because two test files would unpack it together. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const [sample] = await Promise.all([startSample(), unpackBrowser()]);
  project.provide('baseUrl', sample.baseUrl);
  project.provide('editorUrl', sample.editorUrl);
  return sample.stop;
}
