/** Reads from a browser's storage, which may be disabled. */
export function readStored(storage: 'localStorage' | 'sessionStorage', name: string): string | null {
  try {
    return globalThis[storage].getItem(name);
  } catch {
    return null;
  }
}

/** Writes to a browser's storage, or deletes null. Ignores a refusal, because the page still has the value. */
export function store(storage: 'localStorage' | 'sessionStorage', name: string, value: string | null): void {
  try {
    if (value === null) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, value);
  } catch {
    // The next page starts without the value.
  }
}
