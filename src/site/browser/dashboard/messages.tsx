import { formatInstant } from '../../content/format/dates.ts';
import { messageWords, outcomeWords } from '../../content/views/owner/alert-words.ts';
import type { SiteStats } from './owner-answers.ts';

type Recent = SiteStats['notifications']['recent'];

/** Lists sent messages with their outcomes. `messages` must not be empty. */
export function Messages({ messages }: { readonly messages: Recent }) {
  return (
    <section class="panel" aria-labelledby="messages">
      <h2 id="messages">Delivery log</h2>
      <section class="table-scroll" tabindex={0} aria-label="Messages, newest first">
        <table class="data">
          <thead>
            <tr>
              <th scope="col">Message</th>
              <th scope="col">Channel</th>
              <th scope="col">Outcome</th>
              <th scope="col">Time</th>
              <th scope="col" class="num">
                Tries
              </th>
            </tr>
          </thead>
          <tbody>
            {messages.map((message) => (
              <Message message={message} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Message({ message }: { readonly message: Recent[number] }) {
  const { created_at, type, channel, status, attempts, last_error } = message;
  const words = outcomeWords(channel, status);
  return (
    <tr>
      <td>{messageWords(type)}</td>
      <td>{words.channel}</td>
      <td class="outcome">
        <span class={words.look}>{words.label}</span>
        {last_error && <span class="quiet"> {last_error}</span>}
      </td>
      <td class="when">{formatInstant(created_at)}</td>
      <td class="num">{attempts}</td>
    </tr>
  );
}
