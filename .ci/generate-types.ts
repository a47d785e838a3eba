import { writeFileSync } from 'node:fs';
import { databaseTypes } from './database-types.ts';

/** Writes supabase/generated/database.types.ts from the migrations: `npm run generate-types`. */
writeFileSync(new URL('../supabase/generated/database.types.ts', import.meta.url), await databaseTypes());
