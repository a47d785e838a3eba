import { randomBytes, randomUUID } from 'node:crypto';
import { parseJson } from '../directory/parse-json.ts';
import { LIMITS } from '../fetch/limits.ts';
import { HostBusyError } from '../fetch/pacing.ts';
import type { Challenge } from '../operations/watches/watch-domain.ts';
import { isAccepted, postSigned, type WebhookTools } from './send-webhook.ts';

/** Bytes of a challenge. Nobody can guess 128 bits. */
const CHALLENGE_BYTES = 16;

/**
 * Posts a signed `watch.challenge`. The receiver agrees if it returns the value, as text or as `{ "challenge": … }`.
 * Returns null if the receiver agrees, or the reason of the refusal.
 */
export async function sendChallenge(
  { domain, webhookUrl, secret }: Challenge,
  tools: WebhookTools,
): Promise<string | null> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('hex');
  const created_at = new Date(tools.now()).toISOString();
  const message = {
    id: randomUUID(),
    type: 'watch.challenge',
    created_at,
    domain,
    data: { challenge },
    address: webhookUrl,
  };
  const result = await postSigned(message, secret, LIMITS.webhookChallenge, tools);
  if (result instanceof HostBusyError) return 'other requests of ours to this receiver come first';
  const { status, failure } = result;
  if (status === null) return `no answer: ${failure}`;
  if (!isAccepted(status)) return `the receiver answered ${status}`;
  return challengeIn(new TextDecoder().decode(result.body)) === challenge
    ? null
    : 'the answer is not the value of `challenge`';
}

function challengeIn(body: string): unknown {
  const parsed = parseJson(body);
  if (parsed === null) return body.trim();
  return typeof parsed === 'object' && 'challenge' in parsed ? parsed.challenge : parsed;
}
