import { CATALOG } from '../../src/operations/catalog.ts';
import { type ServedTool, toolsOf } from './tool.ts';

/** All tools of the service. */
export const TOOLS: readonly ServedTool[] = CATALOG.flatMap(toolsOf);
