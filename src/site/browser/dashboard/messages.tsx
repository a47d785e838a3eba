import { formatInstant } from '../../content/format/dates.ts';
import { messageWords, outcomeWords } from '../../content/views/owner/alert-words.ts';
import { Table } from '../../look/components/Table.tsx';
import type { SiteStats } from './owner-answers.ts';

interface Props {
  /** Sent messages with their outcomes, at least one. */
  readonly messages: SiteStats['notifications']['recent'];
}

export function Messages({ messages }: Props) {
  return (
    <section class="panel" aria-labelledby="messages">
      <h2 id="messages">Delivery log</h2>
      <Table label="Messages, newest first" words={['Message', 'Channel', 'Outcome', 'Time']} numbers={['Tries']}>
        {messages.map(({ created_at, type, channel, status, attempts, last_error }) => {
          const words = outcomeWords(channel, status);
          return (
            <tr>
              <td>{messageWords(type)}</td>
              <td>{words.channel}</td>
              <td>
                <span class={words.look}>{words.label}</span>
                {last_error && <span class="quiet"> {last_error}</span>}
              </td>
              <td class="when">{formatInstant(created_at)}</td>
              <td class="num">{attempts}</td>
            </tr>
          );
        })}
      </Table>
    </section>
  );
}
