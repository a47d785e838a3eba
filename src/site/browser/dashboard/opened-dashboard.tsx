import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { historyView } from '../../content/views/domain/history-view.ts';
import { HistoryChart } from '../../look/components/HistoryChart.tsx';
import { Alerts } from './alerts.tsx';
import { KeyPanel } from './key-panel.tsx';
import { Lookups } from './lookups.tsx';
import { Messages } from './messages.tsx';
import { Overview, type Shared } from './overview.tsx';
import type { OwnerRecord, SiteStats } from './owner-answers.ts';
import { createOwnerApi, type Refusal, type Session } from './owner-api.ts';
import { Preview } from './preview.tsx';
import { Profile } from './profile.tsx';
import { Waiting } from './waiting.tsx';

export interface OpenDashboardProps {
  readonly session: Session;
  /** Drops the key after a refusal or a sign-out. */
  onLeave(why: Refusal | null): void;
}

interface Loaded {
  readonly record: OwnerRecord;
  readonly stats: SiteStats;
}

export function OpenDashboard({ session, onLeave }: OpenDashboardProps) {
  const api = useMemo(() => createOwnerApi(session), [session]);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const load = async () => {
    const [stats, record] = await Promise.all([api.readStats(), api.readRecord()]);
    if (!stats.ok) onLeave(stats);
    else if (!record.ok) onLeave(record);
    else setLoaded({ record: record.value, stats: stats.value });
  };
  /** Reloads changes made elsewhere, such as a confirmed address. Keeps the old data if a read fails. */
  const refresh = async () => {
    const stats = await api.readStats();
    if (stats.ok) setLoaded((before) => before && { ...before, stats: stats.value });
    else if (stats.status === 401) onLeave(stats);
  };
  useEffect(() => {
    void load();
    const onVisible = () => {
      if (!document.hidden) void refresh();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [api]);
  if (!loaded) return <Waiting what={`Opening the dashboard of ${session.domain} …`} />;
  const setRecord = (record: OwnerRecord) => setLoaded({ ...loaded, record });
  const shared = { api, onChange: setRecord, onStale: refresh };
  return <Opened session={session} loaded={loaded} shared={shared} onLeave={() => onLeave(null)} />;
}

interface OpenedProps {
  readonly session: Session;
  readonly loaded: Loaded;
  readonly shared: Shared;
  onLeave(): void;
}

function Opened({ session, loaded: { record, stats }, shared, onLeave }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Move the focus before the user can.
  useLayoutEffect(() => heading.current?.focus(), []);
  const { domain } = record;
  const history = historyView(stats.score_history, record.last_checked);
  return (
    <>
      <h2 tabindex={-1} ref={heading}>
        <span class="host">{domain}</span>
      </h2>
      <Overview record={record} standing={stats.standing} file={stats.file} {...shared} />
      <Preview record={record} />
      <Profile record={record} {...shared} />
      <Alerts channels={stats.notifications} {...shared} />
      {stats.notifications.recent.length > 0 && <Messages messages={stats.notifications.recent} />}
      <Lookups lookups={stats.lookups} />
      {history.chart && (
        <section class="panel" aria-labelledby="history">
          <h2 id="history">Score history</h2>
          <HistoryChart view={history} />
        </section>
      )}
      <KeyPanel session={session} onClose={onLeave} />
    </>
  );
}
