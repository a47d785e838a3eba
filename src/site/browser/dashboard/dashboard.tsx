import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { NOTHING } from '../ask-api.ts';
import { forgetSession, keptSession } from './kept-session.ts';
import type { OpenDashboardProps } from './opened-dashboard.tsx';
import type { Refusal, Session } from './owner-api.ts';
import { SignIn } from './sign-in.tsx';
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
  if (!session) return <SignIn refusal={refusal} onSession={setSession} />;
  const leave = (why: Refusal | null) => {
    forgetSession();
    setRefusal(why);
    setSession(null);
  };
  return <Later session={session} onLeave={leave} />;
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
