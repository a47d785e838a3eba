import { useLayoutEffect, useState } from 'preact/hooks';

/** Returns the value of a box. The value starts as the saved value and follows its changes. */
export function useSaved<Value extends string | boolean>(saved: Value) {
  const [entered, setEntered] = useState(saved);
  // Set the value before the box is usable, because a later effect would overwrite input.
  useLayoutEffect(() => setEntered(saved), [saved]);
  return [entered, setEntered] as const;
}
