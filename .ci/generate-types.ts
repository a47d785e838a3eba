import { writeFileSync } from 'node:fs';
import { databaseTypes } from './database-types.ts';

/** Writes supabase/generated/database.types.ts from the migrations: `npx node .ci/generate-types.ts`. */
writeFileSync(new URL('../supabase/generated/database.types.ts', import.meta.url), await databaseTypes());
