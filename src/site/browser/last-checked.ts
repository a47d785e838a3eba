import { formatDate } from '../content/format/dates.ts';

for (const place of document.querySelectorAll<HTMLElement>('[data-checked]')) void update(place);

/** Updates the day of the last visit, because the page was built earlier. The element has the daily file and the domain. */
async function update(place: HTMLElement): Promise<void> {
  const { checked = '', domain = '' } = place.dataset;
  const time = place.querySelector('time');
  const answer = await fetch(checked).catch(() => null);
  if (!answer?.ok || time === null) return;
  const days: Record<string, readonly string[]> = await answer.json();
  const day = Object.keys(days).find((one) => days[one]?.includes(domain));
  if (day === undefined || day < time.dateTime.slice(0, 10)) return;
  time.dateTime = day;
  time.textContent = formatDate(day);
  // Show the exact day of the list.
  place.replaceChildren(time);
}
