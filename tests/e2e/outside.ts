import { expect, inject } from 'vitest';
import { z } from 'zod';
import { RECEIVED_PATH } from '../outputs/secrets-in.ts';

const outsideSchema = z.object({
  posts: z.array(z.object({ host: z.string(), headers: z.record(z.string(), z.string()), body: z.string() })),
  mails: z.array(z.object({ to: z.array(z.string()), subject: z.string(), text: z.string() })),
});

/** Returns the messages of the external receivers. */
export async function readOutside() {
  return outsideSchema.parse(await (await fetch(new URL(RECEIVED_PATH, inject('editorUrl')))).json());
}

/** Waits for the confirmation email, and returns its link. */
export async function confirmationFor(address: string): Promise<string> {
  const link = async () => {
    const { mails } = await readOutside();
    const mail = mails.find(({ to, subject }) => to.includes(address) && subject.includes('Confirm'));
    return /confirm: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  await expect.poll(link).toMatch(/^http/);
  return await link();
}
