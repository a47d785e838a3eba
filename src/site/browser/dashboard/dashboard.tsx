import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { NOTHING } from '../ask-api.ts';
import { forgetSession, keptSession } from './kept-session.ts';
import type { OpenDashboardProps } from './opened-dashboard.tsx';
import type { Refusal, Session } from './owner-api.ts';
import { SignIn } from './sign-in.tsx';
import { Unavailable } from './unavailable.tsx';
import { Waiting } from './waiting.tsx';

interface DashboardProps {
  /** Session from a claim on the previous page, or null to show the sign-in form. */
  readonly handedOver: Session | null;
}

/**
 * Dashboard of the holder of an owner key. The key is in memory, and in the tab's storage if the owner chooses so.
 */
export function Dashboard({ handedOver }: DashboardProps) {
  const [session, setSession] = useState(() => handedOver ?? keptSession());
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const enter = (opened: Session) => {
    setRefusal(null);
    setSession(opened);
  };
  const leave = (why: Refusal | null) => {
    setRefusal(why);
    // Keep the key, because the service did not refuse it.
    if (why && isTemporary(why)) return;
    forgetSession();
    setSession(null);
  };
  if (!session) return <SignIn refusal={refusal} onSession={enter} />;
  if (refusal) return <Unavailable refusal={refusal} onRetry={() => setRefusal(null)} onClose={() => leave(null)} />;
  return <Later session={session} onLeave={leave} />;
}

/** Reports whether the same request may succeed later. */
function isTemporary({ status }: Refusal): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Loads the dashboard after the sign-in, because it is most of the script. */
function Later(props: OpenDashboardProps) {
  const [OpenDashboard, setOpenDashboard] = useState<ComponentType<OpenDashboardProps> | null>(null);
  useEffect(() => {
    import('./opened-dashboard.tsx').then(
      (loaded) => setOpenDashboard(() => loaded.OpenDashboard),
      () => props.onLeave(NOTHING),
    );
  }, []);
  return OpenDashboard ? (
    <OpenDashboard {...props} />
  ) : (
    <Waiting what={`Opening the dashboard of ${props.session.domain} …`} />
  );
}
