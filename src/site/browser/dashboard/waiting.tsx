import { useEffect, useState } from 'preact/hooks';

/** Time after which an answer counts as slow. */
const SLOW_MS = 4_000;

export function Waiting({ what }: { readonly what: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" class="waiting">
      {what}
      {isSlow && ' The service is slow to answer; still waiting.'}
    </p>
  );
}
