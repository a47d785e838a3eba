import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { answerWith } from './respond.ts';
import type { WebSource } from './web-source.ts';

/** File of a folder with documents of package registries, by host and path. The hosts are not sites. */
const REGISTRIES_FILE = 'registries.json';

const registriesSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
type Registries = z.infer<typeof registriesSchema>;

/** Reads the documents of the registries in a folder. Returns no documents for a folder without the file. */
export async function readRegistries(folder: string): Promise<Registries> {
  const text = await readFile(join(folder, REGISTRIES_FILE), 'utf8').catch(() => '{}');
  return registriesSchema.parse(JSON.parse(text));
}

/** Adds registries to a web, but not to its sites. */
export function withRegistries<Web extends WebSource>(web: Web, registries: Registries): Web {
  const documentsByRegistry = new Map(Object.entries(registries));
  return {
    ...web,
    knows: (name) => documentsByRegistry.has(name) || web.knows(name),
    records: (name) => (documentsByRegistry.has(name) ? { a: 'origin', aaaa: [], txt: [] } : web.records(name)),
    async answer(request) {
      const document = documentsByRegistry.get(request.host)?.[request.path];
      if (document === undefined) return await web.answer(request);
      return answerWith(200, 'application/json', Buffer.from(JSON.stringify(document)));
    },
  };
}
