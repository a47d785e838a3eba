import { useLayoutEffect, useState } from 'preact/hooks';

/** Returns the value of a box. It starts with the saved value and follows changes of the saved value. */
export function useSaved<Value extends string | boolean>(saved: Value) {
  const [entered, setEntered] = useState(saved);
  // Set it before the box is usable, because a later effect would overwrite input.
  useLayoutEffect(() => setEntered(saved), [saved]);
  return [entered, setEntered] as const;
}
