import { z } from 'zod';

/** The one parameter of every operation on a domain. Its grammar is that of `parseDomainName`, which says why it refuses. */
export const domainInput = z.strictObject({
  domain: z
    .string({ error: 'must be a domain name' })
    .describe('Domain name, such as example.com. Any spelling of the name is answered as its canonical one.')
    .meta({ examples: ['example.com'] }),
});
