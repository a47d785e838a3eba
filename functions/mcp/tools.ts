import { CATALOG } from '../../src/operations/catalog.ts';
import { type ServedTool, toolsOf } from './tool.ts';

export const TOOLS: readonly ServedTool[] = CATALOG.flatMap(toolsOf);
