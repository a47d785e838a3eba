import { lineId } from '../look/components/report-ids.ts';
import { onClick } from './on-click.ts';

// Moves between findings: scrolls to a finding, marks it and its line, and announces its number and title. The focus
// stays on the button for the next press.

onClick('[data-walk] button', (button) => {
  const walk = button.closest<HTMLElement>('[data-walk]');
  if (walk) step(walk);
});

function step(walk: HTMLElement): void {
  const panel = walk.closest('section');
  const status = walk.querySelector('[role="status"]');
  if (!panel || !status) return;
  const stops = [...panel.querySelectorAll<HTMLElement>('.finding')].flatMap(listStops);
  const at = Number(walk.dataset['at'] ?? 0) % stops.length;
  const stop = stops[at];
  if (!stop) return;
  walk.dataset['at'] = String(at + 1);
  const line = stop.line === null ? null : document.getElementById(lineId(walk.dataset['walk'] ?? '', stop.line));
  mark([stop.place, line]);
  if (line) scrollLineIntoView(line);
  stop.place.scrollIntoView({ block: 'nearest' });
  status.textContent = `${at + 1} of ${stops.length}: ${stop.title}${stop.line === null ? '' : `, line ${stop.line}`}`;
}

interface Stop {
  readonly place: HTMLElement;
  readonly title: string;
  readonly line: number | null;
}

/** Returns the shown places of a rule, or the rule without lines. */
function listStops(finding: HTMLElement): Stop[] {
  const title = finding.querySelector('h3 a')?.textContent ?? '';
  const places = [...finding.querySelectorAll<HTMLElement>('.place')].flatMap((place): Stop[] => {
    const line = /-line-(\d+)$/.exec(place.querySelector('a.line-number')?.getAttribute('href') ?? '')?.[1];
    return line === undefined ? [] : [{ place, title, line: Number(line) }];
  });
  return places.length > 0 ? places : [{ place: finding, title, line: null }];
}

function mark(places: readonly (HTMLElement | null)[]): void {
  for (const marked of document.querySelectorAll('.current')) marked.classList.remove('current');
  for (const place of places) place?.classList.add('current');
}

/** Scrolls only the text box, so that the page stays at the finding. */
function scrollLineIntoView(line: HTMLElement): void {
  const box = line.closest('.source-scroll');
  if (!box) return;
  const offset = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += offset - box.clientHeight / 2;
}
