import { useLayoutEffect, useState } from 'preact/hooks';

/** What is entered into a box: it starts with what is saved, and follows it when that changes. */
export function useSaved<Value extends string | boolean>(saved: Value) {
  const [entered, setEntered] = useState(saved);
  // Before the box can be used: a later effect would undo what was entered meanwhile.
  useLayoutEffect(() => setEntered(saved), [saved]);
  return [entered, setEntered] as const;
}
